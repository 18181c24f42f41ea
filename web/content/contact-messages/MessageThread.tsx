import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ContactMessage, ContactReply } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { useMinute } from '#web/kit/look/use-minute.ts'
import { When } from '#web/kit/look/When.tsx'
import { CommentBox } from '#web/platform/comments/CommentBox.tsx'
import { CommentText } from '#web/platform/comments/CommentText.tsx'
import { workingTime } from '#web/platform/calendar/durations.ts'
import { CONTACT_SOURCE, replyWords } from './contact-words.ts'
import { MESSAGE_READS } from './message-reads.ts'

/** The message, and what was said about it and answered, in the order of time. */
export const MessageThread = ({ message }: { message: ContactMessage }) => {
  const { id, comments, replies, spam_reasons, repeats } = message
  const comment = useAction(contactMessages.comment, { refreshes: MESSAGE_READS })
  const said = [
    ...comments.map((one) => ({ at: one.created_at, key: `c${one.id}`, by: one.author, comment: one })),
    ...replies.map((one) => ({ at: one.at, key: `r${one.id}`, by: one.by, reply: one })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a field in it, the keyboard could not scroll it
    <div className="contact-thread" role="group" aria-label="Conversation" tabIndex={0}>
      <p className="contact-soft contact-origin">
        <Origin message={message} />
      </p>
      {spam_reasons.length > 0 && <p className="contact-soft">Taken for spam: {spam_reasons.join(', ')}</p>}
      {repeats > 0 && <p className="contact-soft">Sent {repeats + 1} times within a day</p>}
      <blockquote className="contact-text" dir="auto">
        {message.message}
      </blockquote>
      {said.map(({ key, by, at, ...what }) => (
        <Said key={key} by={by} at={at} verb={'reply' in what ? 'answered' : undefined}>
          {'reply' in what ? (
            <Reply reply={what.reply} />
          ) : (
            <CommentText text={what.comment.comment} className="contact-said-text" />
          )}
        </Said>
      ))}
      {can(contactMessages.comment) && (
        <CommentBox
          draft={`contact-comment-${id}`}
          placeholder="Comment for colleagues"
          sending={comment.running}
          onSend={(body, sent) => void comment({ params: { id }, body: { comment: body.comment } }, sent)}
        />
      )}
    </div>
  )
}

const Origin = ({
  message: { source, page_url, created_at, first_answer_minutes, answered_at },
}: {
  message: ContactMessage
}) => {
  useMinute()
  const time = first_answer_minutes === null ? undefined : workingTime(first_answer_minutes * 60_000)
  return (
    <>
      {CONTACT_SOURCE[source]}
      {page_url && (
        <>
          {' on '}
          <bdi title={page_url}>{placeOf(page_url)}</bdi>
        </>
      )}
      {' · '}
      <When at={created_at} as="absolute" />, <When at={created_at} />
      {time && (answered_at ? ` · answered in ${time}` : ` · waits ${time}`)}
    </>
  )
}

/** Of an address, its path: what people call the page. */
const placeOf = (address: string) => {
  const path = URL.parse(address)?.pathname
  return path === undefined || path === '/' ? address : path
}

interface SaidProps {
  by: PersonRef
  at: string
  verb: string | undefined
  children: ReactNode
}

const Said = ({ by, at, verb, children }: SaidProps) => (
  <article className="contact-said">
    <PersonAvatar name={by.name} />
    <div>
      <p className="contact-by">
        <bdi className="contact-line-name">{by.name}</bdi> {verb} <When at={at} />
      </p>
      {children}
    </div>
  </article>
)

const Reply = ({ reply }: { reply: ContactReply }) => {
  const { id, text, mail } = reply
  const words = replyWords(mail)
  const again = useAction(contactMessages.sendAgain, { done: 'The answer was sent again', refreshes: MESSAGE_READS })
  useMinute()
  const mayNow = mail.again_from !== null && new Date(mail.again_from) <= new Date()
  return (
    <>
      <CommentText text={text} className="contact-said-text contact-reply" />
      {words && (
        <p className={words.bad ? 'contact-mail contact-bad' : 'contact-mail'}>
          {words.text}{' '}
          {mail.again_from !== null &&
            can(contactMessages.sendAgain) &&
            (mayNow ? (
              <Button size="small" loading={again.running} onClick={() => void again({ params: { id } })}>
                Send again
              </Button>
            ) : (
              <span>
                You can send it again at <When at={mail.again_from} as="absolute" />.
              </span>
            ))}
        </p>
      )}
    </>
  )
}
