import { Form, Input } from 'antd'
import { useRef, useState } from 'react'
import type { Lead } from '#contract/lead.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { useAction } from '#web/kit/api.ts'
import { counted, formats } from '#web/kit/format.ts'
import { FormModal } from '#web/kit/FormModal.tsx'
import { toast } from '#web/kit/toast.ts'
import { refresh } from '#web/kit/api.ts'
import { LEAD_LISTS } from './lead-lists.ts'

interface CommentDialogProps {
  rows: readonly Lead[]
  onClose: () => void
  onDone: () => void
}

/** One comment on one lead or on each of many; closing it stops the rest. */
export const CommentDialog = ({ rows, onClose, onDone }: CommentDialogProps) => {
  const comment = useAction(leadDetails.comment)
  const [done, setDone] = useState(0)
  const stopped = useRef(false)
  const [only] = rows
  const many = rows.length > 1

  const save = async ({ comment: text }: { comment: string }) => {
    let count = 0
    try {
      for (const { id } of rows) {
        if (stopped.current) break
        await comment.orThrow({ body: { leadId: id, comment: text.trim() } })
        count += 1
        setDone(count)
      }
    } finally {
      void refresh([leadDetails.comments, ...LEAD_LISTS])
    }
    toast.done(count === rows.length ? words(rows, count) : `${words(rows, count)}, ${rows.length - count} left out`)
    onDone()
  }

  return (
    <FormModal
      open
      title={many ? `Comment on ${counted(rows.length, 'lead')}` : `Comment on ${only?.name ?? 'the lead'}`}
      button="Add comment"
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
        <Input.TextArea autoFocus rows={3} className="grows" maxLength={5000} />
      </Form.Item>
      {many && done > 0 && (
        <p role="status">
          {formats().number(done)} of {formats().number(rows.length)}
        </p>
      )}
    </FormModal>
  )
}

const words = (rows: readonly Lead[], count: number) =>
  count === 1 && rows[0] && rows.length === 1
    ? `Comment added to ${rows[0].name}`
    : `Comment added to ${counted(count, 'lead')}`
