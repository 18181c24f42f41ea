import { Button } from 'antd'
import { useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { leadDetails, type Comment } from '#contract/leads/lead-details.ts'
import { EDITABLE_SECONDS } from '#contract/platform/comments.ts'
import { useAction } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'
import { ownDrafts } from '#web/kit/form/use-draft.ts'
import { When } from '#web/kit/look/When.tsx'
import { useLeadColleagues } from '#web/leads/acts/use-lead-colleagues.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { CommentEditor } from '#web/platform/comments/CommentEditor.tsx'
import { CommentText } from '#web/platform/comments/CommentText.tsx'
import { draftOfChange, mentionedIn } from '#web/platform/comments/mentions.ts'
import '#web/leads/list/lead-cells.css'
import './lead-timeline.css'

/** A comment to the letter; its author may change it for ten minutes, everybody who comments may pin it. */
export const LeadComment = ({ comment, mayComment }: { comment: Comment; mayComment: boolean }) => {
  const own = comment.author.id === session.get().user?.id
  const [editing, setEditing] = useState(
    () => mayComment && own && ownDrafts().read(draftOfChange(comment)) !== undefined,
  )
  // The button that opened the editor went with it: when it is back, it has the focus again.
  const [closed, setClosed] = useState(false)
  const colleagues = useLeadColleagues([comment.leadId])
  const change = useAction(leadDetails.editComment, {
    refreshes: [leadDetails.comments, leadDetails.history, ...LEAD_LISTS],
  })
  const { id, pinned, created_at, edited_at } = comment
  const young = Date.now() - Date.parse(created_at) < EDITABLE_SECONDS * 1000
  const save = (text: string, people: readonly PersonRef[], done: () => void) => {
    const mentions = mentionedIn(text, people).map((person) => person.id)
    void change({ params: { id }, body: { comment: text.trim(), mentions } }, done)
  }

  if (editing)
    return (
      <CommentEditor
        comment={comment}
        colleagues={colleagues}
        saving={change.running}
        onSave={save}
        onOpen={(open) => {
          setEditing(open)
          setClosed(!open)
        }}
      />
    )
  return (
    <div className="comment-said">
      {pinned && <span className="badge">Pinned</span>}
      <CommentText text={comment.comment} mentions={comment.mentions} className="timeline-comment" />
      {edited_at && (
        <p className="timeline-when">
          Edited <When at={edited_at} />
        </p>
      )}
      {mayComment && (
        <div className="comment-acts">
          {own && young && (
            <Button type="link" size="small" autoFocus={closed} onClick={() => setEditing(true)}>
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
