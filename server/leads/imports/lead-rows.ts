import { sql } from 'kysely'
import { IMPORT_FIELDS, type ImportField, type ImportRow } from '#contract/leads/imports.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { checkOffered } from '#server/leads/company-words/choices.ts'
import { countsAt } from '#server/leads/duplicates/find.ts'
import { createLeads } from '#server/leads/intake/intake.ts'
import { removeLeads } from '#server/leads/lead/remove.ts'
import { becomesBy } from '#server/leads/restricted-domains/restriction-effect.ts'
import { lockRestrictions, newThrowAways, restrictionsOf } from '#server/leads/restricted-domains/restriction.ts'
import type { Candidate, ImportSpec, ShownRow, Wanted } from '#server/platform/imports/spec.ts'
import { guessFields } from './guess.ts'
import { kept, seenName } from './kept.ts'
import { layoutOf, readEnquiry, type ImportedLead } from './row.ts'
import { touchedByPeople } from './touched.ts'

/** How rows of files become leads. */
export const leadRows: ImportSpec<{ source: string }, ImportedLead> = {
  entity: 'leads',
  noun: 'lead',
  readOptions: ({ source = 'import' }) => ({ source: String(source) }),
  checkOptions: (tenant, { source }) => checkOffered(tenant, 'source', source),
  outcomes: ['held', 'invalid'],

  guess: (_tenant, headers, rows) => guessFields(headers, rows),
  missing(_tenant, fields) {
    const has = (...wanted: readonly ImportField[]) => wanted.some((field) => fields.includes(field))
    if (!has('name', 'first_name', 'last_name')) return 'Choose the column with the name'
    if (!has('email', 'phone')) return 'Choose the column with the email address or phone number'
    return undefined
  },
  reader(_tenant, fields) {
    const layout = layoutOf(fields.map((code) => IMPORT_FIELDS.find((field) => field === code) ?? null))
    return (row) => readEnquiry(row, layout)
  },

  /** As those of leads are made: by email, phone, or person and company. */
  keys(rows) {
    const said = rows.map(({ row, item: { normal } }) => {
      const { email, phone, phone_sent, name, company } = normal
      return { row_no: row, email, phone, phone_sent, name, company }
    })
    return sql`
      select said.row_no, k.kind, k.key
      from json_to_recordset(${JSON.stringify(said)}::json) as said (row_no int, email text, phone text, phone_sent text, name text, company text),
        duplicate_keys_of(said.email, said.phone, said.phone_sent, said.name, said.company) k`
  },
  stored: (tenant) => sql<number | null>`(
    select lead_id from duplicate_keys
    where company_id = ${tenant.companyId} and key = keys.key and ${countsAt(tenant, sql`keys.kind`, sql`at`, sql`now()`)} limit 1)`,

  async preview(tenant, rows) {
    const domains = domainsOf(rows)
    const restrictions = await restrictionsOf(tenant, domains)
    const throwAways = await newThrowAways(tenant, domains)
    return rows.map(({ item }) => {
      const domain = item.normal.emailDomain ?? ''
      const restriction = restrictions.get(domain) ?? heldAs(throwAways.get(domain))
      return restriction && { outcome: becomesBy(restriction), reasons: restrictedBy(restriction.domainName) }
    })
  },
  lock: (tenant) => lockRestrictions(tenant, 'shared'),
  async store(tenant, rows, { importId, options: { source }, caller, myTurn }) {
    // Entries of throw-away domains are made in turn: one of a later chunk would hold up this one, for which that chunk waits.
    if ((await newThrowAways(tenant, domainsOf(rows))).size > 0) await myTurn()
    const adds = rows.map(withLines)
    const leads = await createLeads(tenant, adds, { source, createdBy: caller.personId, importId })
    crashPoint('import.after_leads')
    return leads.map(({ became }) => (became === 'new' ? undefined : { outcome: became, reasons: [] }))
  },

  async lockImported({ db, companyId }, importId, after, limit) {
    const { rows } = await sql<{ id: number }>`
      select id from leads where company_id = ${companyId} and import_id = ${importId} and id > ${after} and deleted_at is null
      order by id limit ${limit} for no key update`.execute(db)
    return rows.map(({ id }) => id)
  },
  async takeBack(tenant, ids) {
    const touched = await touchedByPeople(tenant, ids)
    const untouched = ids.filter((id) => !touched.has(id))
    if (untouched.length) await removeLeads(tenant, untouched)
    return touched
  },

  showRows,
  kept,
}

const domainsOf = (rows: readonly Candidate<ImportedLead>[]) =>
  rows.flatMap(({ item }) => item.normal.emailDomain ?? [])

/** A throw-away domain goes on the list with its first lead, and holds it. */
const heldAs = (domainName: string | undefined) =>
  domainName === undefined ? undefined : ({ domainName, effect: 'quarantine' } as const)

const restrictedBy = (domain: string) => [{ column: null, message: `${domain} is a restricted domain` }]

/** Their products are found by their names as they are stored. */
const withLines = ({ item: { normal, products } }: Wanted<ImportedLead>) => ({
  normal,
  lines: products.map(({ product_name, quantity }) => ({
    product_id: null,
    product_name,
    quantity,
    total_quantity: quantity,
  })),
})

type Shown = Pick<ImportRow, 'known_lead' | 'name' | 'email' | 'company'>

async function showRows({ db, companyId }: Tenant, caller: Caller, rows: readonly ShownRow[]): Promise<Shown[]> {
  const ids = rows.flatMap(({ known_id }) => known_id ?? [])
  const leads = ids.length
    ? await db
        .selectFrom('leads as l')
        .select(['l.id', 'l.lead_no', seenName(caller).as('name')])
        .where('l.company_id', '=', companyId)
        .where('l.id', 'in', ids)
        .execute()
    : []
  const known = new Map(leads.map((lead) => [lead.id, lead]))
  return rows.map(({ known_id, cellsOf }) => ({
    known_lead: known.get(known_id ?? 0) ?? null,
    name: cellsOf('name', 'first_name', 'last_name'),
    email: cellsOf('email'),
    company: cellsOf('company'),
  }))
}
