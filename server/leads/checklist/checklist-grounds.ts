import type { ChecklistItem } from '#contract/leads/lead-details.ts'
import type { Lead, LeadProduct } from '#contract/leads/lead.ts'
import { readMessage } from './pitch.ts'

// What some questions of the checklist rest on: an answer only where something was looked at for it, and always the ground.

export type Suggestion = Pick<ChecklistItem, 'suggested' | 'evidence'>

/** What is known of a lead beside its row. */
export interface Circumstances {
  /** The company's form that it came through, and on which day; undefined for any other way. */
  arrival: { form: string; day: string } | undefined
  /** Of what it asks for, the lines of products that the company has. */
  ours: readonly LeadProduct[]
}

/** A name alone is easily made up; an address of that name is harder. */
export const personGround = ({ name, email }: Lead): Suggestion => {
  const mailbox = lettersOf(email?.split('@')[0] ?? '')
  const names = name.split(/\s+/).map(lettersOf)
  const fits = names.length > 1 && names.some((one) => one.length >= SHORTEST_NAME && mailbox.includes(one))
  return fits ? { suggested: 'yes', evidence: `${name} fits the email address` } : { evidence: name }
}
const SHORTEST_NAME = 3

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]+/gu, '')

/** The message was read: several words of a pitch speak against the lead, one asks for a look, a request for one's products speaks for it. */
export const pitchGround = (
  { message, email, website, products }: Lead,
  { ours }: Pick<Circumstances, 'ours'>,
): Suggestion => {
  if (!message?.trim()) return { evidence: 'There is no message' }
  const ownDomains = [email?.split('@')[1], websiteDomain(website)].filter((domain) => domain !== undefined)
  const { signs, asks } = readMessage(message, { ownDomains, goods: products.map((line) => line.product_name) })
  if (signs.length > 0)
    return {
      suggested: signs.length > 1 ? 'no' : 'not_sure',
      evidence: `Found in the message: ${signs.slice(0, MOST_SIGNS).join(', ')}`,
    }
  const [first, ...more] = ours
  if (!first) return { evidence: 'No pitch words, no links, but no product of yours' }
  if (!asks) return { evidence: 'No pitch words, no links, but no clear request' }
  const wanted = `${first.product_name} × ${first.quantity}${more.length > 0 ? ` and ${more.length} more` : ''}`
  return { suggested: 'yes', evidence: `Wants ${wanted}; no pitch words, no links` }
}
const MOST_SIGNS = 5

const websiteDomain = (website: string | null) =>
  website === null
    ? undefined
    : URL.parse(/^https?:/i.test(website) ? website : `https://${website}`)?.hostname.replace(/^www\./, '')

/** Who sends the form asks to be contacted. What others type in or import does not say whether the person did. */
export const consentGround = ({ arrival }: Pick<Circumstances, 'arrival'>): Suggestion =>
  arrival
    ? { suggested: 'yes', evidence: `Sent your form “${arrival.form}” on ${arrival.day} and wants to be contacted` }
    : { evidence: 'It did not come through your forms' }
