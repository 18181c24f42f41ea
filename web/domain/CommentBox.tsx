import { Button } from 'antd'
import { useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { useAction } from '#web/kit/api.ts'
import { LEAD_LISTS } from './lead-lists.ts'
import { MentionBox } from './MentionBox.tsx'
import { mentionedIn } from './mentions.ts'
import './comments.css'

export const COMMENT_BOX = 'lead-comment'

/** Says something about a lead, to colleagues by name where an @ stands. Ctrl+Enter sends it while it has the focus. */
export const CommentBox = ({ leadId }: { leadId: number }) => {
  const [text, setText] = useState('')
  const [people, setPeople] = useState<readonly PersonRef[]>([])
  const comment = useAction(leadDetails.comment, { refreshes: [leadDetails.comments, ...LEAD_LISTS] })
  const send = async () => {
    if (text.trim() === '' || comment.running) return
    const mentions = mentionedIn(text, people).map(({ id }) => id)
    if (!(await comment({ body: { leadId, comment: text.trim(), ...(mentions.length > 0 && { mentions }) } }))) return
    setText('')
    setPeople([])
  }
  return (
    <div className="comment-box">
      <MentionBox
        leadIds={[leadId]}
        label="Comment"
        aria-keyshortcuts="C"
        placeholder="Write a comment (C), @ for a colleague"
        className={COMMENT_BOX}
        value={text}
        onChange={setText}
        onMention={(person) => setPeople([...people, person])}
        onSend={() => void send()}
      />
      {text.trim() !== '' && (
        <Button size="small" loading={comment.running} onClick={() => void send()}>
          Add comment
        </Button>
      )}
    </div>
  )
}
