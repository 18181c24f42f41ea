import { jobs } from '#contract/platform/jobs.ts'
import { refresh } from '#web/kit/data/api.ts'
import { createStore } from '#web/kit/data/store.ts'

/** Whether the panel with one's jobs is open. */
export const jobPanel = createStore(false)

/** A job has been begun: the panel shows it. */
export const showJobs = () => {
  jobPanel.set(true)
  void refresh([jobs.list])
}
