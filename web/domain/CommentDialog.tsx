import { Form } from 'antd'
import { useRef, useState } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Lead } from '#contract/lead.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { useAction } from '#web/kit/api.ts'
import { counted, formats } from '#web/kit/format.ts'
import { FormModal } from '#web/kit/FormModal.tsx'
import { toast } from '#web/kit/toast.ts'
import { undoOf } from '#web/kit/undo.ts'
import { refresh } from '#web/kit/api.ts'
import { LEAD_LISTS } from './lead-lists.ts'
import { MentionBox } from './MentionBox.tsx'
import { mentionedIn } from './mentions.ts'

interface CommentDialogProps {
  rows: readonly Lead[]
  onClose: () => void
  onDone: () => void
}

/** One comment on one lead or on each of many; closing it stops the rest. */
export const CommentDialog = ({ rows, onClose, onDone }: CommentDialogProps) => {
  const comment = useAction(leadDetails.comment)
  const [done, setDone] = useState(0)
  const [people, setPeople] = useState<readonly PersonRef[]>([])
  const stopped = useRef(false)
  const [only] = rows
  const many = rows.length > 1

  const save = async ({ comment: text }: { comment: string }) => {
    const mentions = mentionedIn(text, people).map(({ id }) => id)
    let count = 0
    let last: object = {}
    try {
      for (const { id } of rows) {
        if (stopped.current) break
        const reply = await comment.orThrow({
          body: { leadId: id, comment: text.trim(), ...(mentions.length > 0 && { mentions }) },
        })
        count += 1
        last = reply
        setDone(count)
      }
    } finally {
      void refresh([leadDetails.comments, ...LEAD_LISTS])
    }
    const told = count === rows.length ? words(rows, count) : `${words(rows, count)}, ${rows.length - count} left out`
    toast.done(told, { undo: many ? undefined : undoOf(last) })
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
        <MentionBox
          leadIds={rows.map(({ id }) => id)}
          autoFocus
          rows={3}
          onMention={(person) => setPeople([...people, person])}
        />
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
