import { Button, Drawer, Progress } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { changes } from '#contract/platform/changes.ts'
import { jobs as calls, type Job } from '#contract/platform/jobs.ts'
import { callForFile, sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { downloadFile } from '#web/kit/data/download.ts'
import { MOST_WORKBOOK_ROWS, workbookOf } from '#web/kit/data/spreadsheet.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { reasonOfMany } from '#web/kit/look/reasons.ts'
import { can, session } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { undo as undoAgain } from '#web/kit/data/undo.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { When } from '#web/kit/look/When.tsx'
import { isOpen, reportOf, SKIPPED } from './job-words.ts'
import type { JobArea } from './job-area.ts'
import './job-panel.css'
import '#web/kit/look/reasons.css'

interface JobPanelProps {
  jobs: readonly Job[]
  areas: readonly JobArea[]
  loading: boolean
  onClose: () => void
}

/** One's jobs, the newest first: how far each is, how it ended, and what can be done about it. */
export const JobPanel = ({ jobs, areas, loading, onClose }: JobPanelProps) => {
  useFocusBack()
  return (
    <Drawer open title="Jobs" size={420} onClose={onClose} className="job-panel">
      {jobs.length === 0 ? (
        <p className="second">{loading ? 'Loading jobs' : 'No jobs running. Bulk actions and exports appear here.'}</p>
      ) : (
        <ul>
          {jobs.map((job) => (
            <li key={job.id} className="job">
              <JobEntry job={job} areas={areas} onLeave={onClose} />
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

interface JobEntryProps extends Pick<JobPanelProps, 'areas'> {
  job: Job
  onLeave: () => void
}

const JobEntry = ({ job, areas, onLeave }: JobEntryProps) => {
  const [shown, setShown] = useState(false)
  const cancel = useAction(calls.cancel, { refreshes: calls.list })
  const retry = useAction(calls.retry, { refreshes: calls.list })
  const undo = useAction(changes.undo, {
    refreshes: [...areas.flatMap(({ lists }) => lists), calls.list],
    done: ({ data: { undone, skipped_total } }) =>
      undone === null
        ? `Undoing “${job.title}”…`
        : skipped_total
          ? `Undid ${counted(undone, 'row')}, skipped ${skipped_total}`
          : `Undid “${job.title}”`,
    undo: ({ data }) =>
      data.job === null ? () => void undoAgain(data.change_set, { what: job.title, redo: true }) : undefined,
  })
  const skipped = job.outcomes.filter(({ outcome }) => SKIPPED.has(outcome)).reduce((sum, { count }) => sum + count, 0)
  const open = isOpen(job)
  const file = areas.map(({ files }) => files[job.kind]).find((each) => each !== undefined)
  const { number } = formats()
  return (
    <>
      <div className="job-head">
        <strong>{job.title}</strong>
        <When at={job.finished_at ?? job.created_at} />
      </div>
      {open && (
        <Progress
          percent={job.total ? Math.floor((100 * job.done) / job.total) : 0}
          showInfo={false}
          size="small"
          aria-label={`${job.title}, progress`}
        />
      )}
      <p className={job.state === 'failed' ? 'job-report job-failed' : 'job-report'} role={open ? undefined : 'status'}>
        {reportOf(job)}
      </p>
      {job.undone && (
        <p className="job-report">
          Undone by {job.undone.by.id === session.get().user?.id ? 'you' : job.undone.by.name},{' '}
          <When at={job.undone.at} />
        </p>
      )}
      <div className="job-acts">
        {open && !job.cancelling && (
          <Button size="small" loading={cancel.running} onClick={() => void cancel({ params: { id: job.id } })}>
            Cancel
          </Button>
        )}
        {file && job.state === 'done' && can(file.call) && (
          <Download id={job.id} file={file} asWorkbook={job.done <= MOST_WORKBOOK_ROWS} />
        )}
        {skipped > 0 && !file && (
          <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide skipped' : `Show ${number(skipped)} skipped`}
          </Button>
        )}
        {job.can_retry && (
          <Button size="small" loading={retry.running} onClick={() => void retry({ params: { id: job.id } })}>
            Retry skipped
          </Button>
        )}
        {job.can_undo && job.done > skipped && (
          <Button
            size="small"
            loading={undo.running}
            onClick={() => void undo({ body: { changeSet: job.change_set } })}
          >
            {undo.running ? `Undoing “${job.title}”` : 'Undo'}
          </Button>
        )}
      </div>
      {shown && <Skipped id={job.id} onLeave={onLeave} />}
    </>
  )
}

/** The rows that were skipped, each with its reason; the reasons first, where there are many of them. */
const Skipped = ({ id, onLeave }: { id: number; onLeave: () => void }) => {
  const [page, setPage] = useState(1)
  const one = useOne(calls.one, { params: { id } })
  const rows = useOne(calls.results, { params: { id }, query: { page } }, { keepPrevious: true })
  const { number } = formats()
  if (rows.isError) return <p className="job-failed">{sentenceOf(rows.error, calls.results.failure)}</p>
  const last = rows.data?.pagination.totalPages ?? 1
  return (
    <div>
      <ul className="reasons">
        {one.data?.data.reasons.map(({ message, count }) => (
          <li key={message}>
            <span className="reason-count">{number(count)}</span> {reasonOfMany(message ?? '', count)}
          </li>
        ))}
      </ul>
      <ul className="reasons" aria-label="Skipped rows" aria-busy={rows.isFetching}>
        {rows.data?.data.map(({ id: result, label, href, message }) => (
          <li key={result}>
            {label !== null && href !== null && (
              <Link to={href} onClick={onLeave}>
                {label}
              </Link>
            )}
            <span className="second"> {message}</span>
          </li>
        ))}
      </ul>
      {last > 1 && (
        <div className="job-acts">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="second">
            Page {number(page)} of {number(last)}
          </span>
          <Button size="small" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </div>
  )
}

interface DownloadProps {
  id: number
  file: JobArea['files'][string]
  /** Whether it may be had as an Excel workbook, too. */
  asWorkbook: boolean
}

const Download = ({ id, file: { call, name }, asWorkbook }: DownloadProps) => {
  const [loading, setLoading] = useState<'csv' | 'xlsx'>()
  const download = async (kind: 'csv' | 'xlsx') => {
    setLoading(kind)
    try {
      // The token is in no address: the file is fetched as every other answer is.
      const csv = await callForFile(call, { params: { id } })
      const file = kind === 'csv' ? csv : await workbookOf(csv)
      downloadFile(`${name}-${new Date().toISOString().slice(0, 10)}.${kind}`, file)
    } catch (failure) {
      toast.failed(sentenceOf(failure, call.failure), { retry: () => void download(kind) })
    } finally {
      setLoading(undefined)
    }
  }
  return (
    <>
      <Button size="small" type="primary" loading={loading === 'csv'} onClick={() => void download('csv')}>
        Download
      </Button>
      {asWorkbook && (
        <Button size="small" loading={loading === 'xlsx'} onClick={() => void download('xlsx')}>
          Excel (.xlsx)
        </Button>
      )}
    </>
  )
}
