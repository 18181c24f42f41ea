import { HourglassOutlined, LoadingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { jobs, type Job } from '#contract/platform/jobs.ts'
import { jobPanel } from '#web/platform/jobs/job-panel.ts'
import { isOpen, reportOf } from '#web/platform/jobs/job-words.ts'
import { queryFor, refresh } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { toast } from '#web/kit/feedback/toast.ts'

const AllJobs = latePanel(() => import('./AllJobs.tsx').then(({ AllJobs }) => AllJobs))
/** What areas say of their jobs names their calls: it comes when a job ends, not with the first page. */
const listsOfJobs = async () => (await import('./job-areas.ts')).JOB_AREAS.flatMap(({ lists }) => lists)

const LOOK_EVERY = 1_000

const close = () => jobPanel.set(false)

/** How many of one's jobs are going on; it opens the panel that tells of them, also after a reload. */
export const JobsButton = () => {
  const open = jobPanel.use()
  const { data } = useQuery({
    ...queryFor(jobs.list, { query: { pageSize: 20 } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_EVERY : false),
  })
  const list = data?.data ?? []
  const going = list.filter(isOpen).length
  useEndReports(data?.data)
  return (
    <>
      <Badge count={going} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={going ? <LoadingOutlined aria-hidden /> : <HourglassOutlined aria-hidden />}
          aria-label={going ? `Jobs, ${going} running` : 'Jobs'}
          aria-expanded={open}
          onClick={() => jobPanel.set(!open)}
        />
      </Badge>
      {open && <AllJobs jobs={list} loading={data === undefined} onClose={close} />}
    </>
  )
}

/** Reports, wherever the person is, how a job has ended that was running, or had not begun, when the list last came. */
const useEndReports = (list: readonly Job[] | undefined) => {
  const before = useRef<{ going: ReadonlySet<number>; newest: number }>(undefined)
  useEffect(() => {
    if (!list) return
    const { going, newest } = before.current ?? { going: new Set(), newest: Infinity }
    // A small job is over before the list comes for the first time after its beginning.
    const ended = list.filter((job) => !isOpen(job) && (going.has(job.id) || job.id > newest))
    before.current = {
      going: new Set(list.filter(isOpen).map(({ id }) => id)),
      newest: Math.max(0, ...list.map(({ id }) => id)),
    }
    if (ended.length === 0) return
    void refresh(jobs.one)
    void listsOfJobs().then(refresh, () => queryClient.invalidateQueries())
    if (jobPanel.get()) return
    for (const job of ended)
      toast.note(`${job.title}: ${reportOf(job)}`, { label: 'Show', run: () => jobPanel.set(true) })
  }, [list])
}
