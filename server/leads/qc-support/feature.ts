import { feature } from '#server/platform/feature.ts'
import { questionNotified, questionRule } from './notified.ts'
import { qcSupportRoutes } from './routes.ts'
import { answersPutBack } from './undo-rules.ts'

export const qcSupport = feature({
  routes: qcSupportRoutes,
  notifications: { entities: { question: questionNotified }, kinds: { question: questionRule } },
  entities: { qc_answers: { after: answersPutBack } },
})
