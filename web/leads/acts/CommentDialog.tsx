import { Form, Input } from 'antd'
import { useRef, useState } from 'react'
import type { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { mayBeSentAgain, refresh, sentenceOf, useAction } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { MentionBox } from '#web/platform/comments/MentionBox.tsx'
import { mentionedIn, type CommentDraft } from '#web/platform/comments/mentions.ts'
import { draftOfComment, useLeadColleagues } from './use-lead-colleagues.ts'

interface CommentDialogProps {
  rows: readonly LeadRow[]
  onClose: () => void
  onDone: () => void
}

/** One comment on one lead or on each of many; closing it stops the rest. */
export const CommentDialog = ({ rows, onClose, onDone }: CommentDialogProps) => {
  const comment = useAction(leadDetails.comment)
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [form] = Form.useForm<CommentDraft>()
  const stopped = useRef(false)
  const [only] = rows
  const many = rows.length > 1
  const ids = rows.map(({ id }) => id)
  const colleagues = useLeadColleagues(ids)

  /** Pressed again after a failure it goes on from there; a lead that refuses the comment holds up none behind it. */
  const save = async ({ comment: text, people = [] }: CommentDraft) => {
    const mentions = mentionedIn(text, people).map(({ id }) => id)
    const has = new Set(done)
    const refused: Refused[] = []
    let last: object = {}
    try {
      for (const { id, name } of rows.filter((row) => !has.has(row.id))) {
        if (stopped.current) break
        try {
          last = await comment.orThrow({
            body: { leadId: id, comment: text.trim(), ...(mentions.length > 0 && { mentions }) },
          })
          setDone(new Set(has.add(id)))
        } catch (failure) {
          if (mayBeSentAgain(failure) || !many) throw failure
          refused.push({ name, failure })
        }
      }
    } finally {
      void refresh([leadDetails.comments, ...LEAD_LISTS])
    }
    const [first] = refused
    if (has.size === 0 && first) throw first.failure
    tell(rows, has.size, first, many ? undefined : undoOf(last))
    onDone()
  }

  return (
    <FormModal<CommentDraft>
      open
      form={form}
      title={many ? `Comment on ${counted(rows.length, 'lead')}` : `Comment on ${only?.name ?? 'the lead'}`}
      button="Add comment"
      draft={draftOfComment(ids)}
      onClose={() => {
        stopped.current = true
        onClose()
      }}
      onSave={save}
    >
      <Form.Item
        name="comment"
        label="Comment"
        rules={[{ required: true, whitespace: true, message: 'Write the comment' }]}
      >
        <MentionBox
          colleagues={colleagues}
          autoFocus
          rows={3}
          onMention={(person) => form.setFieldValue('people', [...(form.getFieldValue('people') ?? []), person])}
        />
      </Form.Item>
      <Form.Item name="people" hidden noStyle>
        <Input type="hidden" />
      </Form.Item>
      {many && done.size > 0 && (
        <p role="status">
          Added to {formats().number(done.size)} of {counted(rows.length, 'lead')}
        </p>
      )}
    </FormModal>
  )
}

interface Refused {
  name: string
  failure: unknown
}

/** What was done, and why the first that was left out would not have it. */
const tell = (
  rows: readonly LeadRow[],
  count: number,
  refused: Refused | undefined,
  undo: ((what: string) => void) | undefined,
) => {
  const left = count < rows.length ? `, ${rows.length - count} left out` : ''
  const why = refused ? `. ${refused.name}: ${sentenceOf(refused.failure, leadDetails.comment.failure)}` : ''
  const text = `${words(rows, count)}${left}${why}`
  if (refused) toast.failed(text)
  else toast.done(text, { undo })
}

const words = (rows: readonly LeadRow[], count: number) =>
  count === 1 && rows[0] && rows.length === 1
    ? `Comment added to ${rows[0].name}`
    : `Comment added to ${counted(count, 'lead')}`
