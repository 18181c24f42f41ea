import type { UpdatedFact } from '#contract/leads/imports.ts'
import { MOST_FURTHER, type FurtherContact } from '#contract/leads/further-contacts.ts'
import { furtherThan } from '#server/leads/intake/further.ts'
import { readPhone } from '#server/platform/contact-details/phone.ts'
import type { LeadOptions } from './options.ts'
import type { ImportedLead } from './row.ts'

/** What an import may write of a lead, under the names of its columns. */
export interface Facts {
  name: string
  name_is_company: boolean | null
  email: string | null
  phone: string | null
  phone_sent: string | null
  further: FurtherContact[] | null
  company: string | null
  job_title: string | null
  website: string | null
  address: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  country: string | null
  message: string | null
  external_id: string | null
}

type Way = 'overwrite' | 'fill' | 'leave'
type Ways = (fact: UpdatedFact) => Way

export const waysOf =
  ({ fill, leave }: Pick<LeadOptions, 'fill' | 'leave'>): Ways =>
  (fact) => {
    if (leave.includes(fact)) return 'leave'
    return fill.includes(fact) ? 'fill' : 'overwrite'
  }

/** What a row makes of the facts of a lead. An empty cell says nothing, so it never clears anything. */
export const factsAfter = (now: Facts, { normal, external_id }: ImportedLead, ways: Ways): Facts => {
  const either = (fact: UpdatedFact, before: string | null, said: string | null) =>
    said !== null && (ways(fact) === 'overwrite' || (ways(fact) === 'fill' && before === null)) ? said : before
  const own = {
    ...nameAfter(now, normal, ways('name')),
    company: either('company', now.company, normal.company),
    job_title: either('job_title', now.job_title, normal.job_title),
    website: either('website', now.website, normal.website),
    message: either('message', now.message, normal.message),
    external_id: either('external_id', now.external_id, external_id),
    ...placeAfter(now, normal, ways('address')),
    email: either('email', now.email, normal.email),
    ...phoneAfter(now, normal, ways('phone')),
  }
  const further = (normal.further ?? []).filter(({ kind }) => ways(kind) !== 'leave')
  return { ...own, further: furtherAfter(now, own, further) }
}

/** A lead that is called as its company has no name yet. */
const nameAfter = (
  { name, name_is_company }: Facts,
  said: ImportedLead['normal'],
  way: Way,
): Pick<Facts, 'name' | 'name_is_company'> => {
  const wanted = way === 'overwrite' || (way === 'fill' && name_is_company === true)
  if (said.name_is_company || !wanted || said.name === name) return { name, name_is_company }
  return { name: said.name, name_is_company: null }
}

/** A number without its country is read as one of the lead's; one that still can't be read takes the place of none. */
const phoneAfter = (
  { phone, phone_sent, country }: Facts,
  said: ImportedLead['normal'],
  way: Way,
): Pick<Facts, 'phone' | 'phone_sent'> => {
  const before = { phone, phone_sent }
  if (said.phone_sent === null || way === 'leave' || (way === 'fill' && (phone ?? phone_sent) !== null)) return before
  const read = said.phone ?? readPhone(said.phone_sent, country ?? undefined)?.e164 ?? null
  if (read === null) return phone === null ? { phone, phone_sent: said.phone_sent } : before
  return read === phone ? before : { phone: read, phone_sent: said.phone_sent }
}

const PLACE = ['address', 'city', 'state', 'zip_code', 'country'] as const
/** Parts that say where in a country it is: with another one of them, the rest is of another place. */
const WHERE = ['address', 'city', 'zip_code'] as const
type Place = Pick<Facts, (typeof PLACE)[number]>

/** An address is one: parts of two are never mixed. What a row says beside equal parts completes it; else it takes its place, but for the country. */
const placeAfter = (now: Place, said: Place, way: Way): Place => {
  const { address, city, state, zip_code, country } = now
  const before = { address, city, state, zip_code, country }
  const shared = PLACE.filter((part) => now[part] !== null && said[part] !== null)
  const agrees = shared.every((part) => alike(now[part], said[part]))
  const nowhere = PLACE.every((part) => part === 'country' || now[part] === null)
  if (way === 'leave') return before
  if (way === 'fill') {
    const completes = agrees && (nowhere || WHERE.some((part) => shared.includes(part)))
    return completes ? merged(said, before) : before
  }
  if (agrees || WHERE.every((part) => said[part] === null)) return merged(before, said)
  return { ...placeOf(said), country: said.country ?? country }
}

const placeOf = ({ address, city, state, zip_code, country }: Place): Place => ({
  address,
  city,
  state,
  zip_code,
  country,
})

/** The parts of the second, and of the first where that has none. */
const merged = (first: Place, second: Place): Place => ({
  address: second.address ?? first.address,
  city: second.city ?? first.city,
  state: second.state ?? first.state,
  zip_code: second.zip_code ?? first.zip_code,
  country: second.country ?? first.country,
})

const alike = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase()

/** The further values of both; a first one that gave its place to a further one is further then, and none is lost beyond the limit. */
const furtherAfter = (
  now: Facts,
  own: Pick<Facts, 'email' | 'phone' | 'phone_sent'>,
  said: readonly FurtherContact[],
): FurtherContact[] | null => {
  const before = now.further ?? []
  const has = (kind: FurtherContact['kind'], value: string | null) =>
    before.some((each) => each.kind === kind && each.value === value)
  const swapped = [
    ...(now.email !== null && has('email', own.email) ? [further('email', now.email)] : []),
    ...(now.phone !== null && has('phone', own.phone) ? [further('phone', now.phone)] : []),
  ]
  const all = [...before, ...swapped]
  const room = MOST_FURTHER - all.length
  return furtherThan(own, [...all, ...(said.length <= room ? said : [])])
}

const further = (kind: FurtherContact['kind'], value: string): FurtherContact => ({ kind, label: null, value })
