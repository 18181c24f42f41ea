import { QC_SORTS, qcSupport as calls } from '#contract/leads/qc-support.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { questionNotified, questionRule } from './notified.ts'
import { qcSupportRoutes } from './routes.ts'
import { answersPutBack } from './undo-rules.ts'

export const qcSupport = feature({
  routes: qcSupportRoutes,
  views: { 'marketing-get-qc-question-list': viewedList(calls.list, QC_SORTS) },
  notifications: { entities: { question: questionNotified }, kinds: { question: questionRule } },
  entities: { qc_answers: { after: answersPutBack } },
})
