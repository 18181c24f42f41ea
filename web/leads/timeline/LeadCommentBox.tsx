import { leadDetails } from '#contract/leads/lead-details.ts'
import { useAction } from '#web/kit/data/api.ts'
import { draftOfComment, useLeadColleagues } from '#web/leads/acts/use-lead-colleagues.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { CommentBox } from '#web/platform/comments/CommentBox.tsx'

export const COMMENT_BOX = 'lead-comment'

export const LeadCommentBox = ({ leadId }: { leadId: number }) => {
  const colleagues = useLeadColleagues([leadId])
  const comment = useAction(leadDetails.comment, { refreshes: [leadDetails.comments, ...LEAD_LISTS] })
  return (
    <CommentBox
      draft={draftOfComment([leadId])}
      colleagues={colleagues}
      className={COMMENT_BOX}
      aria-keyshortcuts="C"
      placeholder="Write a comment (C), @ to mention"
      sending={comment.running}
      onSend={(body, sent) => void comment({ body: { leadId, ...body } }, sent)}
    />
  )
}
