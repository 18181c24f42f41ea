import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { competitorSummary, type CompetitorSummary, type Gap } from '#contract/insight/competitor-summary.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { insightLink } from '#web/insight/frame/InsightTabs.tsx'
import { SUMMARY_READS } from '#web/insight/frame/insight-reads.ts'

const LONGEST_REASON = 500

/** Topics of theirs without a post of ours, those that most leads ask for first. */
export const Gaps = ({ summary: { gaps, dismissed, period } }: { summary: CompetitorSummary }) => {
  const [dismissing, setDismissing] = useState<Gap>()
  const restore = useAction(competitorSummary.restoreGap, { done: 'Restored the gap', refreshes: SUMMARY_READS })
  const mayEdit = can(competitorSummary.dismissGap)
  const sorted = gaps.toSorted(
    (one, other) => (other.leads_90 ?? 0) - (one.leads_90 ?? 0) || other.posts.length - one.posts.length,
  )
  return (
    <section className="insight-box" aria-labelledby="summary-gaps">
      <div className="insight-box-head">
        <h2 id="summary-gaps">They cover, we don’t</h2>
        <span className="second">Leads of 90 days</span>
      </div>
      {sorted.length === 0 ? (
        <p className="summary-none">No gaps: you have posts about all topics of theirs.</p>
      ) : (
        <ul className="gaps">
          {sorted.map((gap) => (
            <li key={gap.topic.id}>
              <div className="gap-text">
                <p>
                  <Link to={insightLink('posts', { topic: String(gap.topic.id), ...period })} className="gap-topic">
                    {gap.topic.name}
                  </Link>{' '}
                  <span className="second">
                    {counted(gap.posts.length, 'post')}, first {gap.their_first.competitor},{' '}
                    {formats().date(gap.their_first.at)}
                  </span>
                </p>
                <p className="second">{oursWords(gap)}</p>
              </div>
              <div className="gap-side">
                {gap.leads_90 !== null && <span className="gap-leads">{counted(gap.leads_90, 'lead')}</span>}
                {mayEdit && (
                  <Button size="small" type="text" onClick={() => setDismissing(gap)}>
                    Dismiss<span className="sr-only"> {gap.topic.name}</span>
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {dismissed.length > 0 && (
        <details className="gaps-dismissed">
          <summary>{counted(dismissed.length, 'dismissed gap')}</summary>
          <ul className="gaps">
            {dismissed.map(({ id, topic, reason, by, at }) => (
              <li key={id}>
                <div className="gap-text">
                  <p>{topic.name}</p>
                  <p className="second">
                    {reason} · {by}, {formats().date(at)}
                  </p>
                </div>
                {mayEdit && (
                  <Button size="small" onClick={() => void restore({ body: { id } })}>
                    Restore<span className="sr-only"> {topic.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {dismissing && <DismissGap gap={dismissing} onClose={() => setDismissing(undefined)} />}
    </section>
  )
}

const oursWords = ({ ours }: Gap) => {
  if (ours === null) return 'Ours: none'
  return `Ours: ${ours.title}, ${ours.score}% alike${ours.old ? ', more than a year old' : ''}`
}

const DismissGap = ({ gap: { topic }, onClose }: { gap: Gap; onClose: () => void }) => {
  const dismiss = useAction(competitorSummary.dismissGap, { done: `Dismissed ${topic.name}`, refreshes: SUMMARY_READS })
  return (
    <FormModal<{ reason: string }>
      open
      title={`Dismiss ${topic.name}`}
      button="Dismiss gap"
      onClose={onClose}
      onSave={({ reason }) => dismiss.orThrow({ body: { topic_id: topic.id, reason } })}
    >
      <p className="dialog-note">It is no longer listed. You can restore it below the list.</p>
      <Form.Item
        name="reason"
        label="Reason"
        rules={[{ required: true, whitespace: true, message: 'Enter the reason' }]}
      >
        <Input autoFocus autoComplete="off" maxLength={LONGEST_REASON} />
      </Form.Item>
    </FormModal>
  )
}
