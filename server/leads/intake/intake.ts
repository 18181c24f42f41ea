import type { AccountType } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { crashPoint } from '#server/db/crash.ts'
import { phoneCountryOf, phoneCountryOfForm } from '#server/leads/enquiry-checks/phone-country.ts'
import { normaliseEnquiry, type Enquiry, type NormalEnquiry } from './enquiry.ts'
import { storing, UNASKED } from './storing.ts'
import { countRepeat, submissionOf } from './submissions.ts'
import type { Suspicion } from '#server/leads/enquiry-checks/suspicion.ts'
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
  /** Where numbers without a country code are from, as far as that is known; undefined: it is looked up. */
  phoneCountry?: string | null
  importId?: number
  createdBy?: number
  /** What looks like spam: QA sees it beside the lead, or the lead is invalid at once. */
  suspicion?: Suspicion
  /** Whether the same once more within ten minutes is the same lead. */
  countsRepeats?: true
}

/** An enquiry that has been read: what is left to do is to let it in. */
export interface ReadyEnquiry {
  normal: NormalEnquiry
  lines: readonly StoredLine[]
  /** What it came by and when, where that is not how and when it arrives here. */
  source?: string | undefined
  createdAt?: string | undefined
  /** What it is called in the system that it comes from. */
  external_id?: string | null
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
  const normal = normaliseEnquiry(enquiry, await numbersFrom(tenant, arrival))
  const submission = submissionOf(normal, enquiry.products, arrival)
  const repeated = submission && (await countRepeat(tenant, submission))
  if (repeated) return repeated
  const lines = await readProductLines(tenant, enquiry.products)
  const [lead] = await createLeads(tenant, [{ normal, lines }], { ...arrival, submission })
  if (!lead) throw new Error('An enquiry went in and no lead came out')
  return lead
}

const numbersFrom = async (tenant: Tenant, { phoneCountry, formId }: Arrival) => {
  if (phoneCountry !== undefined) return phoneCountry
  return formId === undefined ? phoneCountryOf(tenant) : phoneCountryOfForm(tenant, formId)
}

/**
 * The same in transactions of its own, which `write` opens. An enquiry about which nothing is found, as about nearly all, is looked at,
 * stored and committed in one round trip. When an entry matches it after all, or it repeats another, that has stored nothing, and
 * `createLead` has the word.
 */
export const createLeadAlone = async (
  write: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>,
  enquiry: Enquiry,
  arrival: Arrival & { phoneCountry: string | null },
): Promise<TakenIn> => {
  const normal = normaliseEnquiry(enquiry, arrival.phoneCountry)
  const { emailDomain } = normal
  const screening = screen(undefined, arrival)
  const plain = screening.because === undefined && throwAwayOf(emailDomain ?? '') === undefined
  const lead =
    plain &&
    (await write(async (tenant) => {
      const lines = await readProductLines(tenant, enquiry.products)
      const unless = emailDomain === null ? [] : [emailDomain]
      const submission = submissionOf(normal, enquiry.products, arrival)
      const asked = store(tenant, [{ normal, lines, screening }], { ...arrival, submission }, unless)
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
  arrival: Arrival & Submitted,
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

interface Submitted {
  /** What a repeat of it is known by. */
  submission?: Buffer | undefined
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

const screen = (restriction: Restriction | undefined, { suspicion }: Pick<Arrival, 'suspicion'>): Screening => {
  if (suspicion?.refusal !== undefined)
    return {
      became: 'invalid',
      because: suspicion.refusal,
      status: 'invalid',
      reason_code: 'spam_or_bot',
      reason_note: suspicion.refusal,
      quarantined_by: null,
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
    because: suspicion?.signals.length ? `Possible spam: ${suspicion.signals.join(', ')}` : undefined,
  }
}

/**
 * The leads with their lines; those that wait for a person, in the queue, which is due with them. `unlessRestricted`: nothing of it when
 * an entry matches one of these domains.
 */
const store = async (
  tenant: Tenant,
  enquiries: readonly (ReadyEnquiry & { screening: Screening })[],
  { kind = 'enquiry', source, accountType, formId, importId, createdBy, suspicion, submission }: Arrival & Submitted,
  unlessRestricted: readonly string[] = [],
) => {
  const { db, companyId } = tenant
  const rows = enquiries.map(
    (
      { normal: { emailDomain: _, utm, ...person }, lines, screening, source: by, createdAt, external_id = null },
      at,
    ) => {
      const { status, reason_code, reason_note, quarantined_by } = screening
      return {
        at,
        ...person,
        source: by ?? null,
        created_at: createdAt ?? null,
        external_id,
        utm: utm === null ? null : JSON.parse(utm),
        status,
        reason_code,
        reason_note,
        quarantined_by,
        total_quantity: totalOf(lines),
      }
    },
  )
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
      submission: submission ?? null,
      spam: suspicion?.signals ?? [],
      many: rows.length,
      rows: JSON.stringify(rows),
      lines: JSON.stringify(lines),
      ...(unlessRestricted.length ? withNames(unlessRestricted) : UNASKED),
    }),
  )
  if (leads.length > 0 && enquiries.some(({ screening }) => screening.became === 'new')) tenant.wakes()
  return leads
}
