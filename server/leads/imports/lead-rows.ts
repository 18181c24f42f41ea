import { sql } from 'kysely'
import { IMPORT_FIELDS, type ImportField, type ImportRow } from '#contract/leads/imports.ts'
import type { LeadKind } from '#contract/leads/lead.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField } from '#server/kit/errors.ts'
import { checkOffered } from '#server/leads/company-words/choices.ts'
import { checkPhoneCountry, phoneCountryOf } from '#server/leads/enquiry-checks/phone-country.ts'
import { createLeads } from '#server/leads/intake/intake.ts'
import { becomesBy } from '#server/leads/restricted-domains/restriction-effect.ts'
import { lockRestrictions, newThrowAways, restrictionsOf } from '#server/leads/restricted-domains/restriction.ts'
import { orderOfDates } from '#server/platform/imports/dates.ts'
import type { Became, Candidate, ImportSpec, ShownRow, Wanted } from '#server/platform/imports/spec.ts'
import { guessLeadColumns } from './guess.ts'
import { knownWords } from './handling.ts'
import { kept, seenName } from './kept.ts'
import { keysOf, repeatsOf, sameWords, storedOf } from './known-leads.ts'
import { readLeadOptions, type LeadOptions } from './options.ts'
import { giveToOwners, mayAssign, NOT_ASSIGNED } from './owners.ts'
import { layoutOf } from './layout.ts'
import { readEnquiry, type ImportedLead } from './row.ts'
import { takeBack, lockImported } from './revert.ts'
import { KEY_TO_UPDATE, MAY_NOT_UPDATE, previewUpdates, storeUpdates } from './update.ts'

/** How rows of files become leads. */
export const leadRows: ImportSpec<LeadOptions, ImportedLead> = {
  entity: 'leads',
  noun: 'lead',
  readOptions: readLeadOptions,
  async checkOptions(tenant, { source, phone_country, update_known }, caller) {
    checkPhoneCountry(phone_country)
    await checkOffered(tenant, 'source', source)
    if (update_known && !caller.can(KEY_TO_UPDATE)) throw badField('update_known', MAY_NOT_UPDATE)
  },
  checkDecision({ update_known }, duplicates) {
    if (duplicates === 'update' && !update_known)
      throw badField('duplicates', 'Go back to the columns and choose to update known leads')
    if (duplicates === 'add' && update_known)
      throw badField('duplicates', 'This import updates known leads. Go back to the columns to add them again')
  },
  outcomes: ['held', 'invalid', 'unchanged'],
  leftOut: ['unchanged'],

  guess: (_tenant, headers, rows) => guessLeadColumns(headers, rows),
  guessOptions: (rows) => {
    const dates = orderOfDates(rows.flat())
    return dates ? { dates } : {}
  },
  missing(_tenant, fields) {
    const has = (...wanted: readonly ImportField[]) => wanted.some((field) => fields.includes(field))
    if (!has('name', 'first_name', 'last_name', 'company')) return 'Choose the column with the name or the company'
    if (!has('email', 'phone')) return 'Choose the column with the email address or phone number'
    return undefined
  },
  async reader(tenant, fields, { phone_country, dates }, names) {
    const codes = fields.map((code) => IMPORT_FIELDS.find((field) => field === code) ?? null)
    const phoneCountry = await phoneCountryOf(tenant, phone_country)
    const layout = layoutOf(codes, { names, phoneCountry, known: await knownWords(tenant, fields, dates) })
    return (row) => readEnquiry(row, layout)
  },

  knownRows({ update_known }, now) {
    if (update_known) return 'update'
    return now === 'update' ? 'skip' : now
  },
  refuseRepeat({ row, known }, earlier, { update_known }) {
    if (!update_known) return undefined
    return known?.id
      ? `Row ${row} is about the same lead as row ${earlier}.`
      : `Row ${row} has the ${lowerFirst(sameWords(known?.by ?? []))} as row ${earlier}.`
  },

  keys: keysOf,
  stored: storedOf,
  knownBy: sql<string>`keys.kind`,

  async preview(tenant, rows, how) {
    const { updates, additions } = apart(rows)
    const domains = domainsOf(additions)
    const restrictions = await restrictionsOf(tenant, domains)
    const throwAways = await newThrowAways(tenant, domains)
    const added = additions.map(({ item }): Became => {
      const domain = item.normal.emailDomain ?? ''
      const restriction = restrictions.get(domain) ?? heldAs(throwAways.get(domain))
      if (restriction) return { outcome: becomesBy(restriction), reasons: restrictedBy(restriction.domainName) }
      return item.handling.owner !== undefined && !mayAssign(how.caller) ? { notes: [NOT_ASSIGNED] } : undefined
    })
    return together(rows, [additions, added], [updates, await previewUpdates(tenant, updates, how)])
  },
  lock: (tenant) => lockRestrictions(tenant, 'shared'),
  async store(tenant, rows, { myTurn, ...how }) {
    const { updates, additions } = apart(rows)
    // Entries of throw-away domains are made in turn: one of a later chunk would hold up this one, for which that chunk waits.
    if ((await newThrowAways(tenant, domainsOf(rows))).size > 0) await myTurn()
    const { importId, options, caller } = how
    const adds = additions.map(withLines)
    const leads = await createLeads(tenant, adds, { source: options.source, createdBy: caller.personId, importId })
    crashPoint('import.after_leads')
    const arrived = leads.map((lead, at) => ({ ...lead, handling: additions[at]?.item.handling ?? {} }))
    // In turn, as leads are locked: a later chunk with the lock of one would wait for this chunk, which waits for the lead.
    if (updates.length > 0) await myTurn()
    const notes = await giveToOwners(tenant, caller, arrived)
    const added = leads.map(({ id, became }): Became => {
      if (became !== 'new') return { outcome: became, reasons: [] }
      const note = notes.get(id)
      return note && { notes: [note] }
    })
    return together(rows, [additions, added], [updates, await storeUpdates(tenant, updates, how)])
  },

  lockImported,
  takeBack,

  repeats: repeatsOf,
  showRows,
  kept,
}

type Row = Wanted<ImportedLead>

/** Rows that change known leads, and rows that become leads. */
const apart = (rows: readonly Row[]) => {
  const { updates = [], additions = [] } = Object.groupBy(rows, ({ choice, known }) =>
    choice === 'update' && known?.id ? 'updates' : 'additions',
  )
  return { updates, additions }
}

/** What became of both, in the order of the rows. */
const together = (rows: readonly Row[], ...parts: readonly (readonly [readonly Row[], readonly Became[]])[]) => {
  const became = new Map(parts.flatMap(([some, those]) => some.map((row, at) => [row, those[at]] as const)))
  return rows.map((row) => became.get(row))
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

const domainsOf = (rows: readonly Candidate<ImportedLead>[]) =>
  rows.flatMap(({ item }) => item.normal.emailDomain ?? [])

/** A throw-away domain goes on the list with its first lead, and holds it. */
const heldAs = (domainName: string | undefined) =>
  domainName === undefined ? undefined : ({ domainName, effect: 'quarantine' } as const)

const restrictedBy = (domain: string) => [{ column: null, message: `${domain} is a restricted domain` }]

/** Their products are found by their names as they are stored. */
const withLines = ({ item: { normal, products, handling, external_id } }: Row) => ({
  normal,
  source: handling.source,
  createdAt: handling.createdAt,
  external_id,
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
        .select(['l.id', 'l.lead_no', sql<LeadKind>`l.kind`.as('kind'), seenName(caller).as('name')])
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
