import { Button, Input } from 'antd'
import { useState } from 'react'
import { leadDetails } from '#contract/lead-details.ts'
import { useAction } from '#web/kit/api.ts'
import { LEAD_LISTS } from './lead-lists.ts'

export const COMMENT_BOX = 'lead-comment'

/** Says something about a lead. Ctrl+Enter sends it while it has the focus. */
export const CommentBox = ({ leadId }: { leadId: number }) => {
  const [text, setText] = useState('')
  const comment = useAction(leadDetails.comment, { refreshes: [leadDetails.comments, ...LEAD_LISTS] })
  const send = async () => {
    if (text.trim() === '' || comment.running) return
    if (await comment({ body: { leadId, comment: text.trim() } })) setText('')
  }
  return (
    <div className="comment-box">
      <Input.TextArea
        id={COMMENT_BOX}
        aria-label="Comment"
        aria-keyshortcuts="C"
        placeholder="Write a comment (C)"
        rows={2}
        className="grows"
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void send()
        }}
      />
      {text.trim() !== '' && (
        <Button size="small" loading={comment.running} onClick={() => void send()}>
          Add comment
        </Button>
      )}
    </div>
  )
}
