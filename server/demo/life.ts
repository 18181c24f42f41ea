import type { Choice } from '#server/leads/assignment/choose.ts'
import { changeOf, type Act, type Recorded, type Row } from './history.ts'
import type { Ids } from './ids.ts'
import type { Random } from './random.ts'

/** What one lead leaves behind, by table. */
export const LIFE_TABLES = [
  'leads',
  'lead_items',
  'lead_verdicts',
  'lead_comments',
  'assignment_decisions',
  'restricted_domain_hits',
  'changes',
] as const
export type LifeRows = Record<(typeof LIFE_TABLES)[number], Row[]>

export const noRows = (): LifeRows => ({
  leads: [],
  lead_items: [],
  lead_verdicts: [],
  lead_comments: [],
  assignment_decisions: [],
  restricted_domain_hits: [],
  changes: [],
})

export interface Line {
  product_id: number | null
  product_name: string
  quantity: number
  total_quantity: number
}

export type LeadFields = {
  kind: 'enquiry' | 'registration'
  name: string
  email: string | null
  phone: string | null
  phone_sent: string | null
  company: string | null
  website: string | null
  country: string
  state: string | null
  city: string
  zip_code: string
  address: string | null
  message: string | null
  source: string
  account_type: string | null
  utm: Row | null
  form_id: number | null
  status: 'new' | 'assigned' | 'in-progress' | 'on_hold' | 'valid' | 'invalid'
  status_at: string
  enquiry_status: string | null
  lost_reason: string | null
  nurture_until: string | null
  enquiry_at: string | null
  follow_up_on: string | null
  reached_by: string | null
  sales_note: string | null
  reason_code: string | null
  reason_note: string | null
  duplicate_of: number | null
  on_hold_until: string | null
  quarantined_by: number | null
  spam_signals: readonly string[]
  assigned_qa: number | null
  assigned_how: string | null
  sales_person: number | null
  created_by: number | null
  verdict_id: number | null
  total_quantity: number
  assigned_at: string | null
  in_progress_at: string | null
  validated_at: string | null
  validated_by: number | null
  sales_assigned_at: string | null
  first_response_at: string | null
  deleted_at: string | null
}
type LeadRow = LeadFields & {
  company_id: number
  id: number
  lead_no: number
  created_at: string
  updated_at: string
  version: number
}

const BLANK = {
  status: 'new',
  enquiry_status: null,
  lost_reason: null,
  nurture_until: null,
  enquiry_at: null,
  follow_up_on: null,
  reached_by: null,
  sales_note: null,
  reason_code: null,
  reason_note: null,
  duplicate_of: null,
  on_hold_until: null,
  quarantined_by: null,
  spam_signals: [],
  assigned_qa: null,
  assigned_how: null,
  sales_person: null,
  created_by: null,
  verdict_id: null,
  assigned_at: null,
  in_progress_at: null,
  validated_at: null,
  validated_by: null,
  sales_assigned_at: null,
  first_response_at: null,
  deleted_at: null,
} as const

type Blank = keyof typeof BLANK | 'status_at' | 'total_quantity'
export type Birth = Omit<LeadFields, Blank> & Partial<Pick<LeadFields, Blank>>

/** One lead with all that happens to it; every write leaves the history that the trigger would have left. */
export type Life = ReturnType<typeof startLife>

export const startLife = (
  ids: Ids,
  random: Random,
  companyId: number,
  birth: Birth,
  lines: readonly Line[],
  act: Act,
) => {
  const rows = noRows()
  const salt = () => random.hex(16)
  const record = (entity: Recorded, before: Row | undefined, after: Row, by: Act) => {
    const change = changeOf(entity, before, after, by, salt)
    if (change) rows.changes.push(change)
  }
  const own = (entity: 'lead_items' | 'lead_verdicts' | 'lead_comments', row: Row, by: Act) => {
    const id = ids.take(entity)
    const kept = { company_id: companyId, id, lead_id: lead.id, ...row }
    rows[entity].push(kept)
    record(entity, undefined, kept, by)
    return id
  }

  let lead: LeadRow = {
    ...BLANK,
    company_id: companyId,
    id: ids.take('leads'),
    lead_no: ids.take('lead_no'),
    status_at: act.at,
    created_at: act.at,
    updated_at: act.at,
    version: 1,
    total_quantity: lines.reduce((sum, { total_quantity }) => sum + total_quantity, 0),
    ...birth,
  }
  record('leads', undefined, lead, act)
  for (const line of lines) own('lead_items', { ...line }, act)

  return {
    lines,
    lead: () => lead,
    change(fields: Partial<LeadFields>, by: Act) {
      const before = lead
      lead = { ...lead, ...fields, version: lead.version + 1, updated_at: by.at }
      record('leads', before, lead, by)
    },
    judge: (verdict: Row, by: Act) =>
      own('lead_verdicts', { lead_id: lead.id, by_person: by.actorId, at: by.at, ...verdict }, by),
    comment: (body: string, by: Act) =>
      own(
        'lead_comments',
        { author_id: by.actorId, body, mentions: [], pinned: false, created_at: by.at, edited_at: null },
        by,
      ),
    decide(
      list: 'qa' | 'sales',
      mode: 'auto' | 'staff' | 'bulk',
      choice: Choice & { replaced: number | null },
      by: Act,
    ) {
      rows.assignment_decisions.push({
        company_id: companyId,
        lead_id: lead.id,
        list,
        mode,
        ...choice,
        change_set: by.changeSet,
        at: by.at,
      })
    },
    hit(domainId: number, by: Act) {
      rows.restricted_domain_hits.push({ company_id: companyId, domain_id: domainId, lead_id: lead.id, at: by.at })
    },
    /** All that has to be stored, as it stands. */
    rows: (): LifeRows => ({ ...rows, leads: [lead] }),
  }
}
