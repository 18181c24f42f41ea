import type { QcQuestion } from '#contract/leads/qc-support.ts'
import { QC_STATE, QC_TOPIC } from './qc-words.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'

/** A question in the list: how it stands, what is asked and about what, who waits since when, who has answered. */
export const QuestionLine = ({ question: asked }: { question: QcQuestion }) => {
  const { question, state, topic, lead, product, asked_by, asked_at, due_on, overdue, comments } = asked
  const { answered_by, answered_at } = asked
  return (
    <>
      <span className="qc-line-head">
        <span>
          <StatusTag tone={QC_STATE[state].tone}>{QC_STATE[state].label}</StatusTag>{' '}
          {overdue && <StatusTag tone="error">Overdue</StatusTag>}
        </span>
        <span className="qc-line-age">
          <When at={asked_at} as="age" />
        </span>
      </span>
      <span className="qc-line-words" dir="auto">
        {question}
      </span>
      {(lead ?? product) && (
        <span className="qc-line-about cut">
          {product && <bdi>{product.name}</bdi>}
          {product && lead && ' · '}
          {lead && (
            <>
              Lead no. {lead.lead_no}
              {lead.seen && (
                <>
                  , <bdi>{lead.seen.name}</bdi>
                </>
              )}
            </>
          )}
        </span>
      )}
      <span className="qc-line-facts">
        {[
          QC_TOPIC[topic],
          asked_by.name,
          due_on && `needed by ${formats().writeDay(due_on)}`,
          comments > 0 && counted(comments, 'comment'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {answered_by && (
        <span className="qc-line-facts">
          Answered by <bdi>{answered_by.name}</bdi> <When at={answered_at} />
        </span>
      )}
    </>
  )
}
