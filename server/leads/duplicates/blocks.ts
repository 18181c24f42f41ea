import type { MergeChoice } from '#contract/leads/duplicates.ts'
import { MOST_FURTHER, type FurtherContact } from '#contract/leads/further-contacts.ts'
import { MOST_TAGS } from '#contract/leads/lead.ts'
import { eachOnce } from '#server/leads/intake/tags.ts'
import { furtherThan } from '#server/leads/intake/further.ts'
import { countryName } from '#server/platform/contact-details/countries.ts'
import { canBeDialled } from '#server/platform/contact-details/reachable.ts'

/** The address of a lead: where it is one block, whatever of it is missing. */
export interface AddressParts {
  address: string | null
  zip_code: string | null
  city: string | null
  state: string | null
  country: string | null
}

/** The block as people read it, and how much of it there is. */
export const addressBlock = ({ address, zip_code, city, state, country }: AddressParts) => {
  const place = [zip_code, city].filter(Boolean).join(' ')
  const text = [address, place, state, country && countryName(country)].filter(Boolean).join(', ')
  const filled = [address, zip_code, city, state, country].filter(Boolean).length
  return { text: text || null, filled }
}

/** A lead, as far as its further values go. */
interface Side {
  email: string | null
  phone: string | null
  further: readonly FurtherContact[]
}
type Chosen = Record<'email' | 'phone', MergeChoice | null>

/** What each lead brings beside the email and the phone that are chosen. */
export const furtherOfBoth = (winner: Side, loser: Side, chosen: Chosen) => {
  const emailOf = chosen.email === 'loser' ? loser : winner
  const phoneOf = chosen.phone === 'loser' ? loser : winner
  const own = { email: emailOf.email, phone: phoneOf.phone, phone_sent: null }
  const brought = (side: Side) =>
    distinct([
      ...side.further,
      ...(side === emailOf || side.email === null ? [] : [valueOf('email', side.email)]),
      ...(side === phoneOf || side.phone === null || !canBeDialled(side.phone) ? [] : [valueOf('phone', side.phone)]),
    ]).filter(({ kind, value }) => value !== own[kind])
  return { winner: brought(winner), loser: brought(loser) }
}

const valueOf = (kind: FurtherContact['kind'], value: string): FurtherContact => ({ kind, label: null, value })

const distinct = (values: readonly FurtherContact[]) => furtherThan(NO_OWN, values) ?? []
const NO_OWN = { email: null, phone: null, phone_sent: null }

/** All of both, in their order; undefined where they are too many for one lead. */
export const together = ({ winner, loser }: ReturnType<typeof furtherOfBoth>) => {
  const keys = new Set(winner.map(({ kind, value }) => `${kind} ${value}`))
  const all = [...winner, ...loser.filter(({ kind, value }) => !keys.has(`${kind} ${value}`))]
  return all.length > MOST_FURTHER ? undefined : all
}

export const furtherText = (values: readonly FurtherContact[]) =>
  values.map(({ label, value }) => (label ? `${label}: ${value}` : value)).join(', ') || null

/** The tags of both, each once; undefined where they are too many for one lead. */
export const tagsOfBoth = (winner: readonly string[], loser: readonly string[]) => {
  const both = eachOnce([...winner, ...loser])
  return both.length > MOST_TAGS ? undefined : both
}

/** No longer than a person could still edit. */
const LONGEST_MESSAGE = 10_000

/** Both messages, one below the other; undefined where there are not two, or they are too long for one. */
export const bothMessages = (winner: string | null, loser: string | null) => {
  if (winner === null || loser === null || winner.includes(loser)) return undefined
  const both = `${winner}\n\n${loser}`
  return both.length > LONGEST_MESSAGE ? undefined : both
}
