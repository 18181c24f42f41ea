import type { QcQuestion } from '#contract/qc-support.ts'
import { QC_STATE, QC_TOPIC } from '#web/domain/qc-words.ts'
import { counted, formats } from '#web/kit/format.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { When } from '#web/kit/When.tsx'

/** A question in the list: what is asked, how it stands, who waits since when. */
export const QuestionLine = ({
  question: { question, state, topic, asked_by, asked_at, due_on, overdue, comments },
}: {
  question: QcQuestion
}) => (
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
  </>
)
