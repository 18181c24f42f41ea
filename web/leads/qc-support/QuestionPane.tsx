import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { qcSupport, type QcAnswer, type QcComment, type QcQuestion } from '#contract/leads/qc-support.ts'
import { leadPath } from '#web/leads/list/lead-path.ts'
import { QC_STATE, QC_TOPIC } from './qc-words.ts'
import { linkToQuestions } from './question-links.ts'
import { refresh, sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { NoPermission } from '#web/kit/list/ListStates.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can, session } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { CommentBox } from '#web/platform/comments/CommentBox.tsx'
import { CommentText } from '#web/platform/comments/CommentText.tsx'
import { When } from '#web/kit/look/When.tsx'

interface QuestionPaneProps {
  id: number
  /** Whether an answer led to it: then its own is written at once. */
  isNext: boolean
  /** After an answer: the next question. */
  onNext: () => void
  onClose: () => void
}

const AFTER_ACT = [qcSupport.list, qcSupport.answer] as const

/** A question with its answers and what was said about it. */
export const QuestionPane = ({ id, isNext, onNext, onClose }: QuestionPaneProps) => {
  const allowed = can(qcSupport.answer)
  const answer = useOne(qcSupport.answer, { params: { id } }, { enabled: allowed })
  const data = answer.data?.data
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a field in it, the keyboard could not scroll it
    <section className="qc-pane" aria-label="The question" aria-busy={answer.isFetching} tabIndex={0}>
      <Button className="qc-back" type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={onClose}>
        All questions
      </Button>
      {!allowed && <NoPermission noun={['question', 'questions']} permission={qcSupport.answer.permission} />}
      {answer.isError && (
        <Notice
          kind="error"
          title="The question did not load"
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        >
          {sentenceOf(answer.error, qcSupport.answer.failure)}
        </Notice>
      )}
      {data && (
        <>
          <Head question={data.question} />
          <Answers answers={data.answers} />
          {can(qcSupport.submit) && data.question.state !== 'closed' && (
            <AnswerBox question={data.question} isNext={isNext} onNext={onNext} />
          )}
          <Comments id={id} comments={data.comments} />
        </>
      )}
    </section>
  )
}

const Head = ({ question }: { question: QcQuestion }) => {
  const { id, state, topic, asked_by, asked_at, due_on, overdue, lead, product } = question
  const move = useAction(qcSupport.setState, {
    done: ({ data }) => `The question is ${data.state}`,
    refreshes: AFTER_ACT,
  })
  const mine = asked_by.id === session.get().user?.id
  const mayMove = (mine && can('qc_support_ask')) || can('qc_support_add_comment')
  return (
    <header className="qc-head">
      <h2 dir="auto">{question.question}</h2>
      <p className="qc-facts">
        <StatusTag tone={QC_STATE[state].tone}>{QC_STATE[state].label}</StatusTag>
        {overdue && <StatusTag tone="error">Overdue</StatusTag>}
        <span>{QC_TOPIC[topic]}</span>
        <span>
          {asked_by.name}, <When at={asked_at} />
        </span>
        {due_on && <span>Needed by {formats().writeDay(due_on)}</span>}
        {lead && <AboutLead lead={lead} />}
        {product && <AboutProduct product={product} questionId={id} />}
      </p>
      {mayMove && (
        <div className="qc-acts">
          {(state === 'answered' || state === 'closed') && (
            <Button size="small" loading={move.running} onClick={() => void move({ body: { id, state: 'reopened' } })}>
              Reopen
            </Button>
          )}
          {state !== 'closed' && (
            <Button size="small" loading={move.running} onClick={() => void move({ body: { id, state: 'closed' } })}>
              {state === 'open' ? 'Withdraw' : 'Close'}
            </Button>
          )}
        </div>
      )}
    </header>
  )
}

const AboutLead = ({ lead: { id, lead_no, seen } }: { lead: NonNullable<QcQuestion['lead']> }) => {
  const path = seen && leadPath({ id, ...seen })
  const words = (
    <>
      Lead no. {lead_no}
      {seen && (
        <>
          , <bdi>{seen.name}</bdi>
        </>
      )}
    </>
  )
  return path ? <Link to={path}>{words}</Link> : <span>{words}</span>
}

/** The way to all that was asked about it; the question stays open beside them. */
const AboutProduct = ({
  product: { id, name },
  questionId,
}: {
  product: NonNullable<QcQuestion['product']>
  questionId: number
}) => {
  const path = id === null ? undefined : linkToQuestions({ productId: id, question: questionId })
  return path ? (
    <Link to={path} title="All questions about this product">
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  )
}

const Answers = ({ answers: [newest, ...earlier] }: { answers: readonly QcAnswer[] }) =>
  newest ? (
    <div className="qc-answers">
      <AnswerText answer={newest} />
      {earlier.length > 0 && (
        <details>
          <summary>{counted(earlier.length, 'earlier answer')}</summary>
          {earlier.map((answer) => (
            <AnswerText key={answer.id} answer={answer} />
          ))}
        </details>
      )}
    </div>
  ) : (
    <p className="qc-waits">No answer yet.</p>
  )

const AnswerText = ({ answer: { answer, answered_at, answered_by } }: { answer: QcAnswer }) => (
  <Said at={answered_at} by={answered_by.name}>
    <p className="qc-text" dir="auto">
      {answer}
    </p>
  </Said>
)

const Said = ({ at, by, children }: { at: string; by: string; children: ReactNode }) => (
  <article className="qc-said">
    <p className="qc-by">
      <bdi>{by}</bdi> · <When at={at} />
    </p>
    {children}
  </article>
)

const AnswerBox = ({
  question: { id, state, version },
  isNext,
  onNext,
}: Pick<QuestionPaneProps, 'isNext' | 'onNext'> & { question: QcQuestion }) => {
  const { text, write, clear } = useKeptText(`qc-answer-${id}`)
  const gone = useUnmounted()
  const submit = useAction(qcSupport.submit, {
    done: 'The answer was sent',
    refreshes: AFTER_ACT,
    then: (_, { body }) => clear(body.answer),
  })
  const send = async () => {
    if (text.trim() === '' || submit.running) return
    const sent = await submit({ body: { id, answer: text, version } }, () => gone.current || onNext())
    // Most likely somebody else has answered: the answer is sent again beside theirs.
    if (!sent) void refresh(AFTER_ACT)
  }
  return (
    <div className="qc-box">
      <Input.TextArea
        autoFocus={isNext}
        rows={5}
        maxLength={10_000}
        aria-label={state === 'answered' ? 'A better answer' : 'Answer'}
        aria-keyshortcuts="Control+Enter"
        placeholder={state === 'answered' ? 'Write a better answer; the earlier one stays' : 'Write the answer'}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void send()
        }}
      />
      <Button type="primary" loading={submit.running} disabled={text.trim() === ''} onClick={() => void send()}>
        Submit and next <Kbd>Ctrl</Kbd>
        <Kbd>Enter</Kbd>
      </Button>
    </div>
  )
}

/** A text that is kept as it is typed, until it was sent; what is typed while it is on its way stays. */
const useKeptText = (name: string) => {
  const draft = useDraft<{ text: string }>(name)
  const [text, setText] = useState(draft.found?.values.text ?? '')
  const write = (next: string) => {
    setText(next)
    draft.keep({ text: next })
  }
  const clear = useStable((sent: string) => {
    if (text === sent) write('')
  })
  return { text, write, clear }
}

const Comments = ({ id, comments }: { id: number; comments: readonly QcComment[] }) => {
  const comment = useAction(qcSupport.comment, { refreshes: AFTER_ACT })
  if (!can(qcSupport.comment) && comments.length === 0) return null
  return (
    <section className="qc-comments" aria-label="Comments">
      <h3>Comments</h3>
      {can(qcSupport.comment) && (
        <CommentBox
          draft={`qc-comment-${id}`}
          placeholder="Write a comment"
          sending={comment.running}
          onSend={(body, sent) => void comment({ body: { id, ...body } }, sent)}
        />
      )}
      {comments.map(({ id: key, comment: said, author, created_at }) => (
        <Said key={key} at={created_at} by={author.name}>
          <CommentText text={said} className="qc-text" />
        </Said>
      ))}
    </section>
  )
}
