import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import type { Colleagues } from './colleagues.ts'
import { MentionBox } from './MentionBox.tsx'
import { mentionedIn, type CommentDraft } from './mentions.ts'
import './comments.css'

export interface NewComment {
  comment: string
  mentions?: number[]
}

interface CommentBoxProps {
  /** The name under which the text is stored as it is typed. */
  draft: string
  sending: boolean
  /** Calls `sent` after success. */
  onSend: (comment: NewComment, sent: () => void) => void
  colleagues?: Colleagues
  placeholder: string
  className?: string
  'aria-keyshortcuts'?: string
}

/** Writes a comment, to colleagues by name where an @ stands. Ctrl+Enter sends it while it has the focus. */
export const CommentBox = ({ draft: name, sending, onSend, colleagues, ...box }: CommentBoxProps) => {
  const draft = useDraft<CommentDraft>(name)
  const [text, setText] = useState(draft.found?.values.comment ?? '')
  const people = useRef<readonly PersonRef[]>(draft.found?.values.people ?? [])
  const write = (next: string) => {
    setText(next)
    draft.keep({ comment: next, people: mentionedIn(next, people.current) })
  }
  // What was typed meanwhile stays.
  const clear = useStable((sent: string) => {
    if (text.trim() === sent) write('')
  })
  const send = () => {
    const comment = text.trim()
    if (comment === '' || sending) return
    const mentions = mentionedIn(text, people.current).map(({ id }) => id)
    onSend({ comment, ...(mentions.length > 0 && { mentions }) }, () => clear(comment))
  }
  return (
    <div className="comment-box">
      <MentionBox
        {...box}
        colleagues={colleagues}
        label="Comment"
        value={text}
        onChange={write}
        onMention={(person) => {
          people.current = [...people.current, person]
        }}
        onSend={send}
      />
      {text.trim() !== '' && (
        <Button size="small" loading={sending} onClick={send}>
          Add comment
        </Button>
      )}
    </div>
  )
}
