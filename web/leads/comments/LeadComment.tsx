import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { EDITABLE_SECONDS, leadDetails, type Comment } from '#contract/leads/lead-details.ts'
import { useAction } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { ownDrafts, useDraft } from '#web/kit/form/use-draft.ts'
import { When } from '#web/kit/look/When.tsx'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { MentionBox } from './MentionBox.tsx'
import { draftOfChange, mentionedIn, piecesOf, type CommentDraft } from './mentions.ts'
import '#web/leads/list/lead-cells.css'
import '#web/leads/fields/lead-form.css'
import './comments.css'
import '#web/leads/timeline/lead-timeline.css'

/** Longer ones are folded. */
const FOLDED = 600

/** A comment to the letter; its author may change it for ten minutes, everybody who comments may pin it. */
export const LeadComment = ({ comment, mayComment }: { comment: Comment; mayComment: boolean }) => {
  const own = comment.author.id === session.get().user?.id
  const [editing, setEditing] = useState(
    () => mayComment && own && ownDrafts().read(draftOfChange(comment)) !== undefined,
  )
  const change = useAction(leadDetails.editComment, {
    refreshes: [leadDetails.comments, leadDetails.history, ...LEAD_LISTS],
  })
  const { id, pinned, created_at, edited_at } = comment
  const young = Date.now() - Date.parse(created_at) < EDITABLE_SECONDS * 1000
  const save = (text: string, people: readonly PersonRef[], done: () => void) => {
    const mentions = mentionedIn(text, people).map((person) => person.id)
    void change({ params: { id }, body: { comment: text.trim(), mentions } }, done)
  }

  if (editing) return <CommentEditor comment={comment} saving={change.running} onSave={save} onOpen={setEditing} />
  return (
    <div className="comment-said">
      {pinned && <span className="badge">Pinned</span>}
      <CommentText comment={comment} />
      {edited_at && (
        <p className="timeline-when">
          Edited <When at={edited_at} />
        </p>
      )}
      {mayComment && (
        <div className="comment-acts">
          {own && young && (
            <Button type="link" size="small" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <Button
            type="link"
            size="small"
            loading={change.running}
            onClick={() => void change({ params: { id }, body: { pinned: !pinned } })}
          >
            {pinned ? 'Unpin' : 'Pin'}
          </Button>
        </div>
      )}
    </div>
  )
}

const CommentText = ({ comment: { comment, mentions } }: { comment: Comment }) => {
  const [open, setOpen] = useState(false)
  const long = comment.length > FOLDED
  return (
    <>
      <p className="timeline-comment" dir="auto">
        {piecesOf(long && !open ? `${comment.slice(0, FOLDED)}…` : comment, mentions).map(({ text, mention }, index) =>
          mention ? (
            <bdi key={index} className="mention">
              {text}
            </bdi>
          ) : (
            text
          ),
        )}
      </p>
      {long && (
        <button type="button" className="text-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}

interface CommentEditorProps {
  comment: Comment
  saving: boolean
  onSave: (text: string, people: readonly PersonRef[], done: () => void) => void
  onOpen: (open: boolean) => void
}

/** The change is kept as it is typed, until it is saved or given up. */
const CommentEditor = ({ comment, saving, onSave, onOpen }: CommentEditorProps) => {
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
      toast.note('Keep the comment as it was', undefined, {
        undo: () => {
          write(text)
          onOpen(true)
        },
      })
  }
  return (
    <div className="comment-box">
      <MentionBox
        leadIds={[comment.leadId]}
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
