import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { StoredComment } from '#contract/platform/comments.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import type { Colleagues } from './colleagues.ts'
import { MentionBox } from './MentionBox.tsx'
import { draftOfChange, mentionedIn, type CommentDraft } from './mentions.ts'
import './comments.css'

interface CommentEditorProps {
  comment: StoredComment
  colleagues: Colleagues
  saving: boolean
  onSave: (text: string, people: readonly PersonRef[], done: () => void) => void
  onOpen: (open: boolean) => void
}

/** The change is kept as it is typed, until it is saved or given up. */
export const CommentEditor = ({ comment, colleagues, saving, onSave, onOpen }: CommentEditorProps) => {
  const draft = useDraft<CommentDraft>(draftOfChange(comment))
  const [text, setText] = useState(draft.found?.values.comment ?? comment.comment)
  const people = useRef(draft.found?.values.people ?? comment.mentions)
  const write = (next: string) => {
    setText(next)
    draft.keep({ comment: next, people: mentionedIn(next, people.current) })
  }
  const close = () => {
    draft.drop()
    onOpen(false)
  }
  const save = () => {
    if (text.trim() !== '' && !saving) onSave(text, people.current, close)
  }
  const giveUp = () => {
    close()
    if (text !== comment.comment)
      toast.note('Discarded your change to the comment', undefined, {
        undo: () => {
          write(text)
          onOpen(true)
        },
      })
  }
  return (
    <div className="comment-box">
      <MentionBox
        colleagues={colleagues}
        label="Edit comment"
        rows={3}
        autoFocus={draft.found === undefined}
        value={text}
        onChange={write}
        onMention={(person) => {
          people.current = [...people.current, person]
        }}
        onSend={save}
        onCancel={giveUp}
      />
      <div className="comment-acts">
        <Button size="small" type="primary" loading={saving} disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button size="small" onClick={giveUp}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
