import { Button, Modal } from 'antd'
import { useState } from 'react'
import { competitors, type Feed } from '#contract/insight/competitors.ts'
import { useOne } from '#web/kit/data/api.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { formats } from '#web/kit/look/format.ts'
import { Answered } from '#web/insight/frame/InsightFrame.tsx'

/** When a feed was read, and what came of it. */
export const FeedPolls = ({ feed, onClose }: { feed: Feed; onClose: () => void }) => {
  useFocusBack()
  const [page, setPage] = useState(1)
  const answer = useOne(competitors.polls, { body: { id: feed.id, page } }, { keepPrevious: true })
  const rows = answer.data?.data ?? []
  const pages = answer.data?.pagination.totalPages ?? 1
  const { dateTime, number } = formats()
  return (
    <Modal open title="Readings of the feed" onCancel={onClose} footer={null} width={640}>
      <p className="dialog-note cut">{feed.url}</p>
      <Answered answer={answer} many="Readings" failure={competitors.polls.failure}>
        {rows.length === 0 ? (
          <p>This feed was not read yet.</p>
        ) : (
          <table className="poll-table">
            <thead>
              <tr>
                <th>When</th>
                <th>Result</th>
                <th className="cell-right">New</th>
                <th className="cell-right">Changed</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((poll) => (
                <tr key={poll.id}>
                  <td>{dateTime(poll.at)}</td>
                  <td>
                    {poll.sentence}
                    <span className="second">
                      {[
                        ...(poll.http_status === null ? [] : [`status ${poll.http_status}`]),
                        `${number(poll.ms)} ms`,
                        ...(poll.bytes > 0 ? [`${number(Math.ceil(poll.bytes / 1024))} kB`] : []),
                      ].join(' · ')}
                    </span>
                  </td>
                  <td className="cell-right">{number(poll.new)}</td>
                  <td className="cell-right">{number(poll.changed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {pages > 1 && (
          <div className="poll-pages">
            <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <span className="second">
              Page {number(page)} of {number(pages)}
            </span>
            <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </div>
        )}
      </Answered>
    </Modal>
  )
}
