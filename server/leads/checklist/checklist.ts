import { sql } from 'kysely'
import type { Checklist } from '#contract/leads/assigned-leads.ts'
import type { Question } from '#contract/leads/checklist.ts'
import type { ChecklistItem, Evidence } from '#contract/leads/lead-details.ts'
import type { Lead } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { consentGround, personGround, pitchGround, type Circumstances, type Suggestion } from './checklist-grounds.ts'

/** The version of a company that has said nothing; its own ones follow. */
export const USUAL_VERSION = 1

export const USUAL_QUESTIONS: readonly Question[] = [
  { item: 1, question: 'Email works for business contact', blocking: true },
  { item: 2, question: 'Phone is plausible for the country', blocking: true },
  { item: 3, question: 'A real person', blocking: false },
  { item: 4, question: 'The company exists', blocking: false },
  { item: 5, question: 'Address, country, phone and domain agree', blocking: false },
  { item: 6, question: 'Asks for something we sell', blocking: true },
  { item: 7, question: 'Quantity is sensible', blocking: false },
  { item: 8, question: 'Not a duplicate of an open lead', blocking: true },
  { item: 9, question: 'Not a pitch, job seeker, student or competitor', blocking: true },
  { item: 10, question: 'Consent to contact where the country needs it', blocking: true },
]

interface Version {
  version: number
  items: Question[]
}
const USUAL: Version = { version: USUAL_VERSION, items: [...USUAL_QUESTIONS] }

/** What the company asks of its leads today. */
export const checklistNow = async ({ db, companyId }: Tenant): Promise<Version> => {
  const { rows } = await sql<Version>`
    select edition as version, items from checklists where company_id = ${companyId}`.execute(db)
  return rows[0] ?? USUAL
}

/** What it asked by an earlier version; undefined when there never was one. */
export const questionsOf = async ({ db, companyId }: Tenant, version: number): Promise<Question[] | undefined> => {
  if (version === USUAL_VERSION) return USUAL.items
  const { rows } = await sql<Pick<Version, 'items'>>`
    select items from checklist_versions where company_id = ${companyId} and number = ${version}`.execute(db)
  return rows[0]?.items
}

/** 400 unless the answers are to questions of the version that they name. */
export const checkAnswers = async (tenant: Tenant, checklist: Checklist | undefined) => {
  if (!checklist) return
  const asked = await questionsOf(tenant, checklist.version)
  if (!asked) throw badField('checklist.version', 'This version of the checklist does not exist')
  for (const [at, { item }] of checklist.answers.entries())
    if (!asked.some((question) => question.item === item))
      throw badField(`checklist.answers.${at}.item`, 'This version of the checklist has no such question')
}

/** What was answered, by the number of the question. */
export type Answers = Readonly<Record<number, Checklist['answers'][number]['answer']>>

/** Whether answers allow an enquiry to be valid: `not asked` where nothing stops it, but a question that needs a yes has no answer. */
export const passes = (asked: readonly Question[], answers: Answers): 'yes' | 'no' | 'unanswered' => {
  const open = asked.filter((question) => {
    const other = excuseOf(question, asked)
    return question.blocking && answers[question.item] !== 'yes' && (other === undefined || answers[other] !== 'yes')
  })
  if (open.some(({ item }) => answers[item] !== undefined)) return 'no'
  return open.length > 0 ? 'unanswered' : 'yes'
}

/** Not asked of a registration, which asks for nothing yet. */
const ABOUT_PRODUCTS: readonly number[] = [6, 7]

/** Questions with what the evidence says of them; what nothing was looked at for is left to the person. */
export const checklistFor = (
  asked: readonly Question[],
  lead: Lead,
  evidence: readonly Evidence[],
  circumstances: Circumstances,
): ChecklistItem[] => {
  const of = (check: Evidence['check']) => evidence.find((one) => one.check === check)
  const domain = of('domain')
  const machine = of('machine')
  const suggestions: Record<number, Suggestion> = {
    1: lead.email === null ? suggest('no', domain) : byVerdict(domain),
    2: byVerdict(of('phone')),
    3: machine ? byVerdict(machine) : personGround(lead),
    4: byVerdict(of('company')),
    5: agreement(of('phone'), lead),
    6: byVerdict(of('products')),
    7: byVerdict(of('quantity')),
    8: byVerdict(of('duplicates')),
    9: pitchGround(lead, circumstances),
    10: machine ? { evidence: machine.message } : consentGround(circumstances),
  }
  return asked
    .filter(({ item }) => lead.kind === 'enquiry' || !ABOUT_PRODUCTS.includes(item))
    .map((each) => {
      const unless = excuseOf(each, asked)
      return {
        item: each.item,
        question: each.question,
        ...(unless === undefined
          ? { blocking: each.blocking }
          : { blocking: suggestions[unless]?.suggested !== 'yes', unless }),
        ...suggestions[each.item],
      }
    })
}

const EMAIL = 1
const PHONE = 2

/** The question whose yes does for this one: a phone need not be right where the email is. */
export const excuseOf = ({ item, blocking }: Question, asked: readonly Question[]) =>
  item === PHONE && blocking && asked.some((other) => other.item === EMAIL) ? EMAIL : undefined

const suggest = (suggested: Suggestion['suggested'], evidence: Evidence | undefined): Suggestion => ({
  ...(suggested && { suggested }),
  ...(evidence ? { evidence: evidence.fact ? `${evidence.message}: ${evidence.fact}` : evidence.message } : {}),
})

const ANSWERS = { good: 'yes', bad: 'no', unclear: 'not_sure' } as const
const byVerdict = (evidence: Evidence | undefined): Suggestion =>
  evidence ? suggest(ANSWERS[evidence.verdict], evidence) : {}

/** The phone can speak against an address and a country; that these and the domain agree, it cannot say. */
const agreement = (phone: Evidence | undefined, { country }: Lead): Suggestion =>
  phone?.verdict === 'good' ? suggest(country === null ? 'not_sure' : undefined, phone) : byVerdict(phone)
