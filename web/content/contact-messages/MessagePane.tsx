import { MailOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { mayBecome, type ContactMessage } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import type { ListState } from '#web/kit/list/use-list-params.ts'
import { MessageHead } from './MessageHead.tsx'
import { MessageSide } from './MessageSide.tsx'
import { MessageThread } from './MessageThread.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { useMessageActs } from './use-message-acts.ts'
import { titleOf } from './contact-words.ts'

interface MessagePaneProps {
  id: number
  list: ListState<typeof contactMessages.list>
  isNext: boolean
  /** After an answer, or an act by which it leaves the list. */
  onNext: (answered: boolean) => void
  onClose: () => void
}

/** A message with all that answering it takes. */
export const MessagePane = ({ id, list, isNext, onNext, onClose }: MessagePaneProps) => {
  const answer = useOne(contactMessages.details, { params: { id } })
  const message = answer.data?.data
  return (
    <>
      <section className="contact-pane" aria-label="The message" aria-busy={answer.isFetching}>
        {answer.isError && (
          <Notice
            kind="error"
            title="The message did not load"
            action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
          >
            {sentenceOf(answer.error, contactMessages.details.failure)}
          </Notice>
        )}
        {message && <Opened message={message} isNext={isNext} onNext={onNext} onClose={onClose} />}
      </section>
      {message && <MessageSide message={message} list={list} />}
    </>
  )
}

const Opened = ({
  message,
  isNext,
  onNext,
  onClose,
}: Pick<MessagePaneProps, 'isNext' | 'onNext' | 'onClose'> & { message: ContactMessage }) => {
  const box = useRef<TextAreaRef>(null)
  const { acts, bindings, become } = useMessageActs({ message, onNext: () => onNext(false) })
  const mayAnswer =
    can(contactMessages.reply) && (message.status === 'answered' || mayBecome(message.status, 'answered'))
  const mail = mayAnswer ? message.mail : null
  useKeys('list', [
    ...bindings,
    ...(mail ? [{ keys: 'r', label: 'Reply', run: () => box.current?.focus({ cursor: 'end' }) }] : []),
  ])
  return (
    <>
      <MessageHead message={message} acts={acts} onClose={onClose} />
      <MessageThread message={message} />
      {mail && <ReplyBox message={message} mail={mail} box={box} isNext={isNext} onNext={() => onNext(true)} />}
      {mayAnswer && !mail && <WithoutMail message={message} onAnswered={() => become('answered')} />}
    </>
  )
}

/** No mail server is set up: the answer is written elsewhere. */
const WithoutMail = ({ message, onAnswered }: { message: ContactMessage; onAnswered: () => void }) => (
  <div className="contact-box contact-send">
    <p className="contact-soft">No mail server is set up. Answer from your own mail program.</p>
    <Button
      icon={<MailOutlined aria-hidden />}
      href={`mailto:${message.email}?subject=${encodeURIComponent(`Re: ${titleOf(message)}`)}`}
    >
      Write an email
    </Button>
    {message.status !== 'answered' && (
      <Button type="primary" onClick={onAnswered}>
        Mark as answered
      </Button>
    )}
  </div>
)
