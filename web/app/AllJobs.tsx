import type { Job } from '#contract/platform/jobs.ts'
import { JobPanel } from '#web/platform/jobs/JobPanel.tsx'
import { JOB_AREAS } from './job-areas.ts'

interface AllJobsProps {
  jobs: readonly Job[]
  loading: boolean
  onClose: () => void
}

/** The panel of jobs, of whatever area they are. */
export const AllJobs = (props: AllJobsProps) => <JobPanel areas={JOB_AREAS} {...props} />
