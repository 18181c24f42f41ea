import { sql } from 'kysely'
import {
  MERGE_FIELDS,
  type duplicates,
  type MergeChoice,
  type MergedField,
  type MergeField,
} from '#contract/leads/duplicates.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { FurtherContact } from '#contract/leads/further-contacts.ts'
import type { LeadStatus } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { STATUS_WORDS } from '#server/leads/lead/states.ts'
import { isReachable, NO_CONTACT } from '#server/platform/contact-details/reachable.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import {
  addressBlock,
  bothMessages,
  furtherOfBoth,
  furtherText,
  tagsOfBoth,
  together,
  type AddressParts,
} from './blocks.ts'
import { COLUMNS_OF } from './fields.ts'

type Choices = NonNullable<BodyOf<typeof duplicates.preview>['choices']>

/** A lead as the plan needs to know it. */
export interface Part {
  id: number
  lead_no: number
  kind: 'enquiry' | 'registration'
  version: number
  name_is_company: boolean | null
  external_id: string | null
  further: FurtherContact[]
  tags: string[]
  /** How many parts its address has. */
  filled: number
  status: LeadStatus
  sales_person: number | null
  duplicate_of: number | null
  email_domain: string | null
  total_quantity: number
  /** Each field as people read it. */
  shown: Record<MergeField, string | null>
  lines: { id: number; name: string; product_id: number | null; quantity: number; total_quantity: number }[]
  comments: number[]
  verdicts: number[]
  acceptances: number[]
}

export interface Plan {
  winner: Part
  loser: Part
  /** Fields that differ. */
  fields: MergedField[]
  /** Columns that the winner takes from the loser. */
  taken: string[]
  /** What the winner has then beside its first email and phone, and both messages where it gets both; undefined: as they are. */
  further: FurtherContact[] | undefined
  message: string | undefined
  tags: string[] | undefined
  /** Lines that go over to the winner, and those that the winner gives away for them. */
  linesIn: number[]
  linesOut: number[]
  /** What is known of the sales persons' accepting goes where the sales person does; the newest of a lead counts. */
  acceptancesIn: number[]
  acceptancesOut: number[]
  total_quantity: number
  /** As the restricted domains would see the winner, where it has to be screened again. */
  screened: Pick<Part, 'status' | 'email_domain'> | undefined
}

/** What merging two leads would do. The preview shows it, the merge does it: there is no second opinion. */
export const planMerge = (winner: Part, loser: Part, choices: Choices): Plan => {
  if (winner.kind !== loser.kind)
    throw conflict('An enquiry and a registration can’t be merged.', undefined, 'wrong_kind')
  const decision = choices.decision ?? usualDecision(winner, loser)
  const decided = decision === 'winner' ? winner : loser
  if (repeats(decided, decided === winner ? loser : winner))
    throw badField(
      'choices.decision',
      `No. ${decided.lead_no} is invalid as a duplicate of the other one. Keep the other one’s status`,
    )
  const usual: Record<MergeField, MergeChoice | null> = {
    ...usualFields(winner, loser),
    products: usualProducts(winner, loser),
    decision,
    sales_person: usualRep(winner, loser, decided),
  }
  const chosen = { ...usual, ...choices, decision }
  const sides = furtherOfBoth(contactsOf(winner), contactsOf(loser), chosen)
  const all = together(sides)
  chosen.further ??= all ? 'both' : 'winner'
  const further = chosen.further === 'both' ? all : sides[chosen.further]
  if (!further)
    throw badField('choices.further', 'Both leads together have too many emails and phones. Choose one of them')
  const message = chosen.message === 'both' ? bothMessages(winner.shown.message, loser.shown.message) : undefined
  if (chosen.message === 'both' && message === undefined) chosen.message = 'winner'
  const tags = chosen.tags === 'both' ? tagsOfBoth(winner.tags, loser.tags) : undefined
  if (chosen.tags === 'both' && tags === undefined) chosen.tags = 'winner'
  const changed = JSON.stringify(further) !== JSON.stringify(winner.further)
  const texts = { winner: furtherText(sides.winner), loser: furtherText(sides.loser) }
  const { products } = chosen
  const contactOf = (field: 'email' | 'phone') => (chosen[field] === 'loser' ? loser : winner).shown[field]
  if (!isReachable({ email: contactOf('email'), phone: contactOf('phone') }) && anyReachable(winner, loser))
    throw badField('choices.email', NO_CONTACT)
  const taken = MERGE_FIELDS.filter((field) => field !== 'further' && chosen[field] === 'loser').flatMap(
    (field) => COLUMNS_OF[field],
  )
  const lines = [...(products === 'loser' ? [] : winner.lines), ...(products === 'winner' ? [] : loser.lines)]
  return {
    winner,
    loser,
    fields: MERGE_FIELDS.filter((field) =>
      field === 'further' ? changed && texts.loser !== null : differs(field, winner, loser),
    ).map((field) => ({
      field,
      winner: field === 'further' ? texts.winner : winner.shown[field],
      loser: field === 'further' ? texts.loser : loser.shown[field],
      chosen: chosen[field],
    })),
    taken,
    further: changed ? further : undefined,
    message,
    tags: tags && tags.length > winner.tags.length ? tags : undefined,
    linesIn: products === 'winner' ? [] : loser.lines.map(({ id }) => id),
    linesOut: products === 'loser' ? winner.lines.map(({ id }) => id) : [],
    acceptancesIn: chosen.sales_person === 'loser' ? loser.acceptances : [],
    acceptancesOut: chosen.sales_person === 'loser' ? winner.acceptances : [],
    total_quantity:
      decided.status === 'valid'
        ? decided.total_quantity
        : lines.reduce((sum, { total_quantity }) => sum + total_quantity, 0),
    screened: mayBeRestricted(taken)
      ? { status: decided.status, email_domain: (chosen.email === 'loser' ? loser : winner).email_domain }
      : undefined,
  }
}

const contactsOf = ({ shown: { email, phone }, further }: Part) => ({ email, phone, further })

const anyReachable = (...parts: readonly Part[]) => parts.some(({ shown }) => isReachable(shown))

/** Whether a lead is screened again of which these columns were written: it has another email, or nobody had to screen it, being decided. */
export const mayBeRestricted = (written: readonly string[]) => written.includes('email') || written.includes('status')

/** Refuses while somebody still has to say which of two values it is to be. */
export const checkChosen = ({ fields, winner, loser }: Plan) => {
  const open = fields.filter(({ chosen }) => chosen === null).map(({ field }) => field)
  if (open.length === 0) return
  throw conflict(
    `No. ${winner.lead_no} and no. ${loser.lead_no} are valid with different reps. Choose who keeps the customer.`,
    { fields: open },
    'needs_choice',
  )
}

/** How far a lead has come: merging never throws one back. */
const RANK: Record<LeadStatus, number> = { invalid: 0, new: 1, assigned: 2, on_hold: 3, 'in-progress': 4, valid: 5 }

const usualDecision = (winner: Part, loser: Part) => {
  if (repeats(winner, loser)) return 'loser'
  if (repeats(loser, winner)) return 'winner'
  return RANK[loser.status] > RANK[winner.status] ? 'loser' : 'winner'
}

const repeats = (one: Part, other: Part) => one.status === 'invalid' && one.duplicate_of === other.id

const usualFields = (winner: Part, loser: Part) => {
  const usual = (field: MergeField) =>
    winner.shown[field] === null && loser.shown[field] !== null ? ('loser' as const) : ('winner' as const)
  return {
    // A person is known better than a company.
    name: winner.name_is_company && !loser.name_is_company ? ('loser' as const) : ('winner' as const),
    email: usual('email'),
    phone: usual('phone'),
    company: usual('company'),
    job_title: usual('job_title'),
    website: usual('website'),
    address: loser.filled > winner.filled ? ('loser' as const) : ('winner' as const),
    message:
      bothMessages(winner.shown.message, loser.shown.message) === undefined ? usual('message') : ('both' as const),
    further: null,
    tags: winner.shown.tags === null || loser.shown.tags === null ? usual('tags') : ('both' as const),
    source: usual('source'),
  }
}

/** All that was asked for; what was asked twice counts once. */
const usualProducts = (winner: Part, loser: Part): MergeChoice => {
  const asked = winner.lines.map(lineKey)
  return loser.lines.every((line) => asked.includes(lineKey(line))) ? 'winner' : 'both'
}

const lineKey = ({ product_id, name, quantity, total_quantity }: Part['lines'][number]) =>
  JSON.stringify([product_id ?? name.trim().toLowerCase(), quantity, total_quantity])

/** The rep goes with the decision; where two hold a customer, a person decides. */
const usualRep = (winner: Part, loser: Part, decided: Part): MergeChoice | null => {
  const held = [winner, loser].filter(({ status, sales_person }) => status === 'valid' && sales_person !== null)
  if (held.length === 2) return winner.sales_person === loser.sales_person ? 'winner' : null
  const holder = held[0] ?? (decided.sales_person === null ? undefined : decided)
  return (holder ?? decided) === winner ? 'winner' : 'loser'
}

/** Two verdicts are two, also where they say the same. */
const differs = (field: MergeField, winner: Part, loser: Part) =>
  winner.shown[field] !== loser.shown[field] ||
  (field === 'decision' && winner.status === 'valid' && loser.status === 'valid')

/** Both leads as the plan needs them; fewer when one is not there. */
export const partsOf = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Part[]> => {
  const { rows } = await sql<Row>`
    select l.id, l.lead_no, l.kind, l.version, l.name_is_company, l.external_id, coalesce(l.further, '[]') as further, coalesce(l.tags, '{}') as tags, l.status, l.sales_person, l.duplicate_of, l.email_domain, l.total_quantity,
      l.name, l.email, coalesce(l.phone, l.phone_sent) as phone, l.company, l.job_title, l.website, l.country, l.state, l.city,
      l.zip_code, l.address, l.message, l.source, l.reason_code,
      qa.name as qa_name, rep.name as rep_name,
      coalesce((select json_agg(json_build_object('id', i.id, 'name', i.product_name, 'product_id', i.product_id,
          'quantity', i.quantity, 'total_quantity', i.total_quantity) order by i.id)
        from lead_items i where i.company_id = ${companyId} and i.lead_id = l.id), '[]') as lines,
      coalesce((select json_agg(c.id order by c.id) from lead_comments c where c.company_id = ${companyId} and c.lead_id = l.id), '[]') as comments,
      coalesce((select json_agg(v.id order by v.id) from lead_verdicts v where v.company_id = ${companyId} and v.lead_id = l.id), '[]') as verdicts,
      coalesce((select json_agg(a.id order by a.id) from lead_acceptances a where a.company_id = ${companyId} and a.lead_id = l.id), '[]') as acceptances
    from leads l left join staff qa on qa.id = l.assigned_qa left join staff rep on rep.id = l.sales_person
    where l.company_id = ${companyId} and l.id = any (${ids}::bigint[]) and l.deleted_at is null`.execute(db)
  return rows.map(toPart)
}

type TextField = Exclude<MergeField, 'products' | 'decision' | 'sales_person' | 'further' | 'tags' | 'address'>
type Row = Omit<Part, 'shown' | 'filled'> &
  Record<TextField, string | null> &
  AddressParts & { reason_code: string | null; qa_name: string | null; rep_name: string | null }

const toPart = ({ reason_code, qa_name, rep_name, ...row }: Row): Part => ({
  ...row,
  filled: addressBlock(row).filled,
  shown: {
    name: row.name,
    email: row.email,
    phone: row.phone,
    further: furtherText(row.further),
    company: row.company,
    job_title: row.job_title,
    website: row.website,
    address: addressBlock(row).text,
    message: row.message,
    tags: row.tags.join(', ') || null,
    source: row.source,
    products: row.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ') || null,
    decision: [
      STATUS_WORDS[row.status],
      row.status === 'invalid' ? (reason_code?.replaceAll('_', ' ') ?? null) : null,
      qa_name,
    ]
      .filter((part) => part !== null)
      .join(', '),
    sales_person: rep_name,
  },
})
