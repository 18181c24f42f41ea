import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { useAction } from '#web/kit/data/api.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { MentionBox } from './MentionBox.tsx'
import { mentionedIn, draftOfComment, type CommentDraft } from './mentions.ts'
import './comments.css'

export const COMMENT_BOX = 'lead-comment'

/** Says something about a lead, to colleagues by name where an @ stands. Ctrl+Enter sends it while it has the focus. */
export const CommentBox = ({ leadId }: { leadId: number }) => {
  const draft = useDraft<CommentDraft>(draftOfComment([leadId]))
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
  const comment = useAction(leadDetails.comment, {
    refreshes: [leadDetails.comments, ...LEAD_LISTS],
    then: (_, { body }) => clear(body.comment),
  })
  const send = () => {
    if (text.trim() === '' || comment.running) return
    const mentions = mentionedIn(text, people.current).map(({ id }) => id)
    void comment({ body: { leadId, comment: text.trim(), ...(mentions.length > 0 && { mentions }) } })
  }
  return (
    <div className="comment-box">
      <MentionBox
        leadIds={[leadId]}
        label="Comment"
        aria-keyshortcuts="C"
        placeholder="Write a comment (C), @ to mention"
        className={COMMENT_BOX}
        value={text}
        onChange={write}
        onMention={(person) => {
          people.current = [...people.current, person]
        }}
        onSend={send}
      />
      {text.trim() !== '' && (
        <Button size="small" loading={comment.running} onClick={send}>
          Add comment
        </Button>
      )}
    </div>
  )
}
