import type { ChecklistItem, Evidence } from '#contract/lead-details.ts'
import type { Lead } from '#contract/lead.ts'

/** Stored with each verdict, so that an old one is read by the questions it answered. */
export const CHECKLIST_VERSION = 1

const ITEMS = [
  { item: 1, question: 'E-mail works for business contact', blocking: true },
  { item: 2, question: 'Phone is plausible for the country', blocking: true },
  { item: 3, question: 'A real person', blocking: false },
  { item: 4, question: 'The company exists', blocking: false },
  { item: 5, question: 'Address, country, phone and domain agree', blocking: false },
  { item: 6, question: 'Asks for something we sell', blocking: true },
  { item: 7, question: 'Quantity is sensible', blocking: false },
  { item: 8, question: 'Not a duplicate of an open lead', blocking: true },
  { item: 9, question: 'Not a pitch, job seeker, student or competitor', blocking: true },
  { item: 10, question: 'Consent to contact where the country needs it', blocking: true },
] as const

/** Not asked of a registration, which asks for nothing yet. */
const ABOUT_PRODUCTS: readonly number[] = [6, 7]

type Suggestion = Pick<ChecklistItem, 'suggested' | 'evidence'>

/** The questions with what the evidence says of them; what it cannot say is left to the person. */
export const checklistFor = (lead: Lead, evidence: readonly Evidence[]): ChecklistItem[] => {
  const of = (check: Evidence['check']) => evidence.find((one) => one.check === check)
  const domain = of('domain')
  const suggestions: Record<number, Suggestion> = {
    1: lead.email === null ? suggest('no', domain) : byVerdict(domain, { unclear: 'yes' }),
    // A phone need not be right where the e-mail is.
    2: byVerdict(of('phone'), { unclear: 'not_sure' }),
    3: { suggested: 'yes', evidence: lead.name },
    4: byVerdict(of('company'), { unclear: 'not_sure' }),
    5: byVerdict(of('phone'), { unclear: 'not_sure' }),
    6: byVerdict(of('products'), { unclear: 'not_sure' }),
    7: byVerdict(of('quantity'), { unclear: 'not_sure' }),
    8: byVerdict(of('duplicates'), { unclear: 'not_sure' }),
    9: { suggested: 'yes', evidence: 'Nothing in the message says otherwise' },
    10: { suggested: 'yes', evidence: 'The person asked to be contacted' },
  }
  const emailWorks = suggestions[1]?.suggested === 'yes'
  return ITEMS.filter(({ item }) => lead.kind === 'enquiry' || !ABOUT_PRODUCTS.includes(item)).map(
    ({ item, question, blocking }) => ({
      item,
      question,
      blocking: item === 2 ? blocking && !emailWorks : blocking,
      ...suggestions[item],
    }),
  )
}

const suggest = (suggested: NonNullable<Suggestion['suggested']>, evidence: Evidence | undefined): Suggestion => ({
  suggested,
  ...(evidence ? { evidence: evidence.fact ? `${evidence.message}: ${evidence.fact}` : evidence.message } : {}),
})

const byVerdict = (evidence: Evidence | undefined, { unclear }: { unclear: 'yes' | 'not_sure' }): Suggestion =>
  evidence ? suggest(evidence.verdict === 'good' ? 'yes' : evidence.verdict === 'bad' ? 'no' : unclear, evidence) : {}
