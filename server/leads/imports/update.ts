import { sql } from 'kysely'
import type { UpdatedFact } from '#contract/leads/imports.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lookForTakers } from '#server/leads/assignment/queue.ts'
import { screenAllAgain } from '#server/leads/lead/screening.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Became, How, Wanted } from '#server/platform/imports/spec.ts'
import type { LeadOptions } from './options.ts'
import type { ImportedLead } from './row.ts'
import { factsAfter, waysOf, type Facts } from './update-plan.ts'

type Row = Wanted<ImportedLead>

/** Changing leads by a file takes what changing one by hand does. */
export const KEY_TO_UPDATE = 'marketing_leads_edit'
export const MAY_NOT_UPDATE = `To update leads, you need the permission ${permissionsInWords([KEY_TO_UPDATE])}`

interface Now extends Facts {
  id: number
  status: string
  visible: boolean
  products: string[]
}

interface Plan {
  row: Row
  became: Became
  /** What is written; undefined: nothing. */
  change?: { before: Now; after: Facts } | undefined
}

/** What rows would make of the known leads that they are about. */
export const previewUpdates = async (tenant: Tenant, rows: readonly Row[], how: How<LeadOptions>): Promise<Became[]> =>
  (await planUpdates(tenant, rows, how, false)).map(({ became }) => became)

/** The same, written. The caller has its turn: rows of other chunks may be about the same leads. */
export const storeUpdates = async (tenant: Tenant, rows: readonly Row[], how: How<LeadOptions>): Promise<Became[]> => {
  if (rows.length === 0) return []
  const plans = await planUpdates(tenant, rows, how, true)
  const changes = plans.flatMap(({ change }) => change ?? [])
  if (changes.length > 0) {
    await noteUpdated(
      tenant,
      how.importId,
      changes.map(({ before }) => before.id),
    )
    await writeFacts(
      tenant,
      changes.map(({ before, after }) => ({ ...after, id: before.id })),
    )
    await afterWriting(tenant, changes)
    crashPoint('import.after_updates')
  }
  return plans.map(({ became }) => became)
}

const planUpdates = async (
  tenant: Tenant,
  rows: readonly Row[],
  { options, caller }: How<LeadOptions>,
  locked: boolean,
): Promise<Plan[]> => {
  const ids = rows.flatMap(({ known }) => known?.id ?? [])
  const { rows: leads } = await sql<Now>`
    select l.id, l.status, ${visibleTo(caller)} as visible, l.name, l.name_is_company, l.email, l.phone, l.phone_sent, l.further,
      l.company, l.job_title, l.website, l.address, l.city, l.state, l.zip_code, l.country, l.message, l.external_id,
      array(select lower(i.product_name) from lead_items i where i.company_id = l.company_id and i.lead_id = l.id) as products
    from leads l where l.company_id = ${tenant.companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null
    order by l.id ${locked ? sql`for no key update of l` : sql``}`.execute(tenant.db)
  const now = new Map(leads.map((lead) => [lead.id, lead]))
  const ways = waysOf(options)
  return rows.map((row) => {
    const lead = now.get(row.known?.id ?? 0)
    if (!caller.can(KEY_TO_UPDATE)) return { row, became: rejected(`${MAY_NOT_UPDATE}.`) }
    if (!lead) return { row, became: rejected('This lead was deleted meanwhile.') }
    if (!lead.visible) return { row, became: rejected('It is about a lead that you can’t see.') }
    const after = factsAfter(lead, row.item, ways)
    const notes = notesOn(row, lead, after, ways)
    if (FACTS.every((fact) => JSON.stringify(after[fact]) === JSON.stringify(lead[fact])))
      return { row, became: { outcome: 'unchanged', reasons: notes } }
    return { row, became: notes.length > 0 ? { notes } : undefined, change: { before: lead, after } }
  })
}

const rejected = (message: string): Became => ({ outcome: 'rejected', reasons: [{ column: null, message }] })

/** What of a row is not stored, though nothing of it is wrong. */
const notesOn = ({ item }: Row, lead: Now, after: Facts, ways: (fact: UpdatedFact) => string) => {
  const stays = item.products.some(({ product_name }) => !lead.products.includes(product_name.toLowerCase()))
  const has = (kind: string, value: string) =>
    after[kind === 'email' ? 'email' : 'phone'] === value ||
    (after.further ?? []).some((each) => each.kind === kind && each.value === value)
  const full = (item.normal.further ?? []).some(({ kind, value }) => ways(kind) !== 'leave' && !has(kind, value))
  return [
    ...(stays ? [{ column: item.productColumn, message: 'Products of a known lead stay as they are' }] : []),
    ...(full ? [{ column: null, message: 'This lead has too many further emails and phones to take more' }] : []),
  ]
}

const FACTS = [
  'name',
  'name_is_company',
  'email',
  'phone',
  'phone_sent',
  'further',
  'company',
  'job_title',
  'website',
  'address',
  'city',
  'state',
  'zip_code',
  'country',
  'message',
  'external_id',
] as const satisfies readonly (keyof Facts)[]

/** Writes the facts of leads, which the caller has locked, in one statement. */
export const writeFacts = async ({ db, companyId }: Tenant, leads: readonly (Facts & { id: number })[]) => {
  if (leads.length === 0) return
  const set = FACTS.map((fact) => sql`${sql.ref(fact)} = said.${sql.ref(fact)}`)
  await sql`
    update leads l set ${sql.join(set)}
    from json_to_recordset(${JSON.stringify(leads)}::json) as said (id bigint, name text, name_is_company boolean, email text, phone text,
      phone_sent text, further jsonb, company text, job_title text, website text, address text, city text, state text, zip_code text, country text,
      message text, external_id text)
    where l.company_id = ${companyId} and l.id = said.id`.execute(db)
}

/** What follows from an edit: a new email of a lead without a verdict is screened, and leads from elsewhere may be somebody’s now. */
export const afterWriting = async (
  tenant: Tenant,
  changes: readonly {
    before: Pick<Now, 'id' | 'status' | 'email' | 'country'>
    after: Pick<Facts, 'email' | 'country'>
  }[],
) => {
  const idsOf = (wanted: (change: (typeof changes)[number]) => boolean) =>
    changes.flatMap((change) => (wanted(change) ? change.before.id : []))
  await screenAllAgain(
    tenant,
    idsOf(({ before, after }) => before.status === 'new' && before.email !== after.email),
  )
  const moved = idsOf(({ before, after }) => before.country !== after.country)
  if (moved.length > 0) await lookForTakers(tenant, moved)
}

/** Notes which leads the import changed, for reverting. */
const noteUpdated = async ({ db, companyId, changeSet }: Tenant, importId: number, ids: readonly number[]) => {
  await sql`
    insert into imported_leads (company_id, import_id, lead_id, change_set)
    select ${companyId}::int, ${importId}::bigint, id, ${changeSet}::uuid from unnest(${ids}::bigint[]) id
    on conflict do nothing`.execute(db)
}
