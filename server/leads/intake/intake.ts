import { sql } from 'kysely'
import type { MachineEffect } from '#contract/leads/enquiry-checks.ts'
import type { AccountType } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { template } from '#server/db/transaction.ts'
import { crashPoint } from '#server/db/crash.ts'
import { WAITS_FOR } from '#server/leads/assignment/queue.ts'
import { normaliseEnquiry, type Enquiry, type NormalEnquiry } from './enquiry.ts'
import { readProductLines, totalOf, type StoredLine } from '#server/leads/lead/product-lines.ts'
import { throwAwayOf } from '#server/platform/contact-details/email-address.ts'
import { becomesBy, columnsBy } from '#server/leads/restricted-domains/restriction-effect.ts'
import {
  recordHits,
  restrictionsAtDoor,
  withNames,
  type Restriction,
} from '#server/leads/restricted-domains/restriction.ts'

export interface Arrival {
  kind?: 'enquiry' | 'registration'
  source: string
  /** As what somebody registers. */
  accountType?: AccountType
  formId?: number
  importId?: number
  createdBy?: number
  /** What a machine gave away about itself; any of it makes the lead certain spam, unless QA is to look at it. */
  spam?: readonly string[]
  spamEffect?: MachineEffect
}

/** An enquiry that has been read: what is left to do is to let it in. */
export interface ReadyEnquiry {
  normal: NormalEnquiry
  lines: readonly StoredLine[]
}

export interface TakenIn {
  id: number
  lead_no: number
  /** What became of it by the rules: it waits for a person, a restricted domain holds it, or it is invalid. */
  became: 'new' | 'held' | 'invalid'
}

/**
 * The one way in for every lead, whatever it comes through: normalise, restricted domains, spam, store, queue for
 * assignment. All in the caller's transaction; whoever gets the lead is decided after it.
 */
export const createLead = async (tenant: Tenant, enquiry: Enquiry, arrival: Arrival): Promise<TakenIn> => {
  const normal = normaliseEnquiry(enquiry)
  const lines = await readProductLines(tenant, enquiry.products)
  const [lead] = await createLeads(tenant, [{ normal, lines }], arrival)
  if (!lead) throw new Error('An enquiry went in and no lead came out')
  return lead
}

/**
 * The same in transactions of its own, which `write` opens. An enquiry about which nothing is found, as about nearly all, is looked at,
 * stored and committed in one round trip. When an entry matches it after all, that has stored nothing, and `createLead` has the word.
 */
export const createLeadAlone = async (
  write: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>,
  enquiry: Enquiry,
  arrival: Arrival,
): Promise<TakenIn> => {
  const normal = normaliseEnquiry(enquiry)
  const { emailDomain } = normal
  const screening = screen(undefined, arrival)
  const plain = screening.because === undefined && throwAwayOf(emailDomain ?? '') === undefined
  const lead =
    plain &&
    (await write(async (tenant) => {
      const lines = await readProductLines(tenant, enquiry.products)
      const unless = emailDomain === null ? [] : [emailDomain]
      const asked = store(tenant, [{ normal, lines, screening }], arrival, unless)
      tenant.finish()
      const [stored] = await asked
      crashPoint('intake.after_leads')
      return stored && { ...stored, became: screening.became }
    }))
  return lead || write((tenant) => createLead(tenant, enquiry, arrival))
}

/** Lets in many at once, in as many statements as one takes; answers them in their order. */
export const createLeads = async (
  tenant: Tenant,
  enquiries: readonly ReadyEnquiry[],
  arrival: Arrival,
): Promise<TakenIn[]> => {
  const restrictions = await restrictionsAtDoor(
    tenant,
    enquiries.flatMap(({ normal }) => normal.emailDomain ?? []),
  )
  const screened = enquiries.map((enquiry) => {
    const restriction = restrictions.get(enquiry.normal.emailDomain ?? '')
    return { ...enquiry, restriction, screening: screen(restriction, arrival) }
  })

  const leads: TakenIn[] = []
  // The reason of a change is told once for a statement: leads of one reason go in together.
  const groups = [...Map.groupBy(screened.entries(), ([, { screening }]) => screening.because)]
  for (const [reason, group] of groups) {
    if (reason !== undefined || leads.length > 0) await tenant.setReason(reason)
    const stored = await store(
      tenant,
      group.map(([, each]) => each),
      arrival,
    )
    group.forEach(([at, { screening }], place) => {
      const lead = stored[place]
      if (lead) leads[at] = { ...lead, became: screening.became }
    })
  }
  crashPoint('intake.after_leads')
  const hits = screened.flatMap(({ restriction }, at) =>
    restriction && leads[at] ? [{ restriction, leadId: leads[at].id }] : [],
  )
  if (hits.length) await recordHits(tenant, hits)
  return leads
}

interface Screening {
  became: TakenIn['became']
  /** For the history; undefined for a lead that nothing was found about. */
  because: string | undefined
  status: 'new' | 'invalid'
  reason_code: string | null
  reason_note: string | null
  quarantined_by: number | null
}

const screen = (
  restriction: Restriction | undefined,
  { spam = [], spamEffect = 'auto_invalid' }: Pick<Arrival, 'spam' | 'spamEffect'>,
): Screening => {
  if (spam.length && spamEffect === 'auto_invalid') {
    const reason_note = `Sent by a bot: ${spam.join(', ')}`
    return {
      became: 'invalid',
      because: reason_note,
      status: 'invalid',
      reason_code: 'spam_or_bot',
      reason_note,
      quarantined_by: null,
    }
  }
  const columns = columnsBy(restriction)
  if (restriction)
    return {
      ...columns,
      became: becomesBy(restriction),
      because: columns.reason_note ?? `Quarantined by the restricted domain ${restriction.domainName}`,
    }
  return {
    ...columns,
    became: 'new',
    because: spam.length ? `Possible bot: ${spam.join(', ')}` : undefined,
  }
}

/**
 * The leads with their lines; those that wait for a person, in the queue, which is due with them. `unlessRestricted`: nothing of it when
 * an entry matches one of these domains.
 */
const store = async (
  tenant: Tenant,
  enquiries: readonly (ReadyEnquiry & { screening: Screening })[],
  { kind = 'enquiry', source, accountType, formId, importId, createdBy, spam = [] }: Arrival,
  unlessRestricted: readonly string[] = [],
) => {
  const { db, companyId } = tenant
  const rows = enquiries.map(({ normal: { emailDomain: _, utm, ...person }, lines, screening }, at) => {
    const { status, reason_code, reason_note, quarantined_by } = screening
    return {
      at,
      ...person,
      utm: utm === null ? null : JSON.parse(utm),
      status,
      reason_code,
      reason_note,
      quarantined_by,
      total_quantity: totalOf(lines),
    }
  })
  const lines = enquiries.flatMap((enquiry, at) => enquiry.lines.map((line, no) => ({ ...line, place: at + 1, no })))
  const { rows: leads } = await db.executeQuery(
    storing({
      companyId,
      kind,
      source,
      accountType: accountType ?? null,
      formId: formId ?? null,
      importId: importId ?? null,
      createdBy: createdBy ?? null,
      spam,
      many: rows.length,
      rows: JSON.stringify(rows),
      lines: JSON.stringify(lines),
      ...(unlessRestricted.length ? withNames(unlessRestricted) : UNASKED),
    }),
  )
  if (leads.length > 0 && enquiries.some(({ screening }) => screening.became === 'new')) tenant.wakes()
  return leads
}

const UNASKED = { domains: null, names: null }

interface Storing {
  companyId: number
  kind: string
  source: string
  accountType: AccountType | null
  formId: number | null
  importId: number | null
  createdBy: number | null
  spam: readonly string[]
  many: number
  rows: string
  lines: string
  domains: readonly string[] | null
  names: readonly string[] | null
}

const storing = template(
  'store leads',
  ({
    companyId,
    kind,
    source,
    accountType,
    formId,
    importId,
    createdBy,
    spam,
    many,
    rows,
    lines,
    domains,
    names,
  }: Storing) =>
    sql<{ id: number; lead_no: number }>`
  with stored as (
    insert into leads (company_id, lead_no, kind, source, account_type, form_id, import_id, created_by, spam_signals, name, email, phone, phone_sent, company, website,
      country, state, city, zip_code, address, message, utm, status, reason_code, reason_note, quarantined_by, total_quantity)
    select ${companyId}::int, numbered.lead_no, ${kind}, ${source}, ${accountType}, ${formId}::bigint, ${importId}::bigint, ${createdBy}::int, ${spam}::text[],
      name, email, phone, phone_sent, company, website, country, state, city, zip_code, address, message, utm, status,
      reason_code, reason_note, quarantined_by, total_quantity
    from json_to_recordset(${rows}::json) as lead (at int, name text, email text, phone text, phone_sent text,
      company text, website text, country text, state text, city text, zip_code text, address text, message text, utm jsonb, status text,
      reason_code text, reason_note text, quarantined_by bigint, total_quantity bigint)
    join next_lead_nos(${many}::int) with ordinality as numbered (lead_no, place) on place = at + 1
    -- Asked once and before anything is drawn or stored.
    where ${domains}::text[] is null or not exists (select from restrictions_at_door(${domains}::text[], ${names}::text[]))
    order by at
    returning id, lead_no, status, quarantined_by, deleted_at
  ), placed as (
    -- Ids are drawn in the order of the rows.
    select id, lead_no, row_number() over (order by id) as place from stored
  ), said as materialized (
    select * from json_to_recordset(${lines}::json) as line (place int, no int, product_id bigint, product_name text, quantity int, total_quantity int)
  ), lines as (
    -- A name that the catalogue knows is that product, whoever sent it.
    insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity)
    select ${companyId}::int, placed.id, coalesce(said.product_id, known.product_id), product_name, quantity, total_quantity
    from said join placed using (place)
    left join match_products(array(select product_name from said where product_id is null)) known on known.said = said.product_name
    order by place, no
  ), queue as (
    insert into assignment_queue (company_id, list, lead_id)
    select ${companyId}::int, 'qa', l.id from stored l where ${WAITS_FOR.qa} order by l.id
  )
  select id, lead_no, case when place = 1 and exists (select from stored l where ${WAITS_FOR.qa}) then mark_due('assign') end
  from placed order by place`,
)
