import { Button } from 'antd'
import { useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { EDITABLE_SECONDS, leadDetails, type Comment } from '#contract/lead-details.ts'
import { useAction } from '#web/kit/api.ts'
import { session } from '#web/kit/session.ts'
import { When } from '#web/kit/When.tsx'
import { LEAD_LISTS } from './lead-lists.ts'
import { MentionBox } from './MentionBox.tsx'
import { mentionedIn, piecesOf } from './mentions.ts'
import './lead-cells.css'
import './lead-form.css'
import './comments.css'
import './lead-timeline.css'

/** Longer ones are folded. */
const FOLDED = 600

/** A comment to the letter; its author may change it for ten minutes, everybody who comments may pin it. */
export const LeadComment = ({ comment, mayComment }: { comment: Comment; mayComment: boolean }) => {
  const [editing, setEditing] = useState(false)
  const change = useAction(leadDetails.editComment, {
    refreshes: [leadDetails.comments, leadDetails.history, ...LEAD_LISTS],
  })
  const { id, pinned, author, created_at, edited_at } = comment
  const own = author.id === session.get().user?.id
  const young = Date.now() - Date.parse(created_at) < EDITABLE_SECONDS * 1000
  const save = async (text: string, people: readonly PersonRef[]) => {
    const mentions = mentionedIn(text, people).map((person) => person.id)
    if (await change({ params: { id }, body: { comment: text.trim(), mentions } })) setEditing(false)
  }

  if (editing)
    return <CommentEditor comment={comment} saving={change.running} onSave={save} onCancel={() => setEditing(false)} />
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
  onSave: (text: string, people: readonly PersonRef[]) => Promise<void>
  onCancel: () => void
}

const CommentEditor = ({ comment, saving, onSave, onCancel }: CommentEditorProps) => {
  const [text, setText] = useState(comment.comment)
  const [people, setPeople] = useState<readonly PersonRef[]>(comment.mentions)
  const save = () => void (text.trim() !== '' && onSave(text, people))
  return (
    <div className="comment-box">
      <MentionBox
        leadIds={[comment.leadId]}
        label="Change the comment"
        rows={3}
        autoFocus
        value={text}
        onChange={setText}
        onMention={(person) => setPeople([...people, person])}
        onSend={save}
        onCancel={onCancel}
      />
      <div className="comment-acts">
        <Button size="small" type="primary" loading={saving} disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
