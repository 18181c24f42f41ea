import { Button, Input } from 'antd'
import { useState, type RefObject } from 'react'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import type { ContactMessage } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { refresh, useAction } from '#web/kit/data/api.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { MESSAGE_READS } from './message-reads.ts'

interface ReplyBoxProps {
  message: ContactMessage
  mail: NonNullable<ContactMessage['mail']>
  box: RefObject<TextAreaRef | null>
  /** Whether an answer led to it: then its own is written at once. */
  isNext: boolean
  /** After an answer: the next message. */
  onNext: () => void
}

/** Writes an answer. Ctrl+Enter sends it and opens the next message; Esc leaves the box, and what was typed stays. */
export const ReplyBox = ({ message, mail, box, isNext, onNext }: ReplyBoxProps) => {
  const { id, name, version } = message
  const { text, write, clear } = useStoredText(`contact-reply-${id}`)
  const gone = useUnmounted()
  const reply = useAction(contactMessages.reply, {
    done: `Sent the answer to ${name}`,
    undo: false,
    refreshes: MESSAGE_READS,
    then: (_, { body }) => clear(body.message),
  })
  const send = async () => {
    if (text.trim() === '' || reply.running) return
    const sent = await reply({ params: { id }, body: { message: text, version } }, () => gone.current || onNext())
    // Most likely somebody else has changed it: the answer is sent again once that is on screen.
    if (!sent) void refresh(MESSAGE_READS)
  }
  return (
    <div className="contact-box">
      <p className="contact-to">
        To <bdi>{name}</bdi>
      </p>
      <Input.TextArea
        ref={box}
        autoFocus={isNext}
        rows={5}
        maxLength={10_000}
        aria-label={`Answer to ${name}`}
        aria-keyshortcuts="Control+Enter"
        placeholder="Write an answer"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.currentTarget.blur()
          }
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void send()
        }}
      />
      <div className="contact-send">
        <p className="contact-soft">
          From {mail.from},<br />
          answers go to {mail.reply_to}
        </p>
        <Button type="primary" loading={reply.running} disabled={text.trim() === ''} onClick={() => void send()}>
          Send and next <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </Button>
      </div>
    </div>
  )
}

/** A text that is stored as it is typed, until it was sent; what is typed while it is on its way stays. */
const useStoredText = (name: string) => {
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
