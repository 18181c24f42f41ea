import { feature } from '#server/platform/feature.ts'
import { qcSupportRoutes } from './routes.ts'
import { answersPutBack } from './undo-rules.ts'

export const qcSupport = feature({
  routes: qcSupportRoutes,
  entities: { qc_answers: { after: answersPutBack } },
})
