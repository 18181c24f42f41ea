import type { Entity } from '#contract/kit/history.ts'
import { COMMENT_FIELDS } from '#contract/platform/comments.ts'

const DECISION = { reason_code: 'reason', reason_note: 'note on the reason' } as const

/** The rows that a lead is made of, as its history names them. */
export const entities = {
  leads: {
    noun: { one: 'lead', many: 'leads' },
    fields: {
      ...DECISION,
      assigned_qa: 'QA',
      assigned_how: 'how assigned',
      form_id: 'form',
      external_id: 'external ID',
      further: 'other emails and phones',
      name_is_company: 'name is that of the company',
      lost_reason: 'reason why it was lost',
      follow_up_on: 'follow-up',
      sales_note: 'sales note',
      phone_sent: 'phone as sent',
      utm: 'campaign',
      verdict_id: 'verdict',
    },
    undo: 'undoable',
  },
  lead_items: { noun: { one: 'product line', many: 'product lines' }, undo: 'undoable' },
  lead_verdicts: { noun: { one: 'verdict', many: 'verdicts' }, fields: DECISION, undo: 'undoable' },
  lead_comments: { noun: { one: 'comment', many: 'comments' }, fields: COMMENT_FIELDS, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
