import type { Checklist } from '#contract/leads/assigned-leads.ts'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { ChecklistItem, leadDetails } from '#contract/leads/lead-details.ts'
import { ENQUIRY_LABELS } from '#contract/leads/enquiry-fields.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { can } from '#web/kit/data/session.ts'
import { contactValues, FACTS, linesOf, type ContactValues, type ProductValues } from '#web/leads/fields/lead-fields.ts'
import { reasonLabel, statusWords } from '#web/leads/words/lead-words.ts'
import { canBeDialled, isEmail, isPhone, joinPhone, type CallingCode } from '#web/leads/fields/phone-parts.ts'

export type Desk = Reply<typeof leadDetails.open>['data']
export type Answer = 'yes' | 'no' | 'not_sure'

/** What the form of the desk holds. */
export interface DeskValues extends ContactValues {
  products: ProductValues[]
  comments: string
  answers: Record<string, Answer | undefined>
}

/** The form as it opens: what was sent, and for the checklist what the evidence suggests. */
export const valuesOf = ({ lead, products, checklist }: Desk, codes: readonly CallingCode[]): DeskValues => ({
  ...contactValues(lead, codes),
  products: products.map(({ id, product_id, product_name, quantity, total_quantity }) => ({
    id,
    product_id,
    product_name,
    quantity,
    total_quantity,
  })),
  comments: '',
  answers: Object.fromEntries(checklist.items.map(({ item, suggested }) => [String(item), suggested])),
})

export interface Problem {
  name: (string | number)[]
  errors: string[]
}

/** What keeps the form from being sent as a valid lead, in the order of the form. */
export const problemsOf = (
  { email, phone_code, phone, company, country, products }: Omit<DeskValues, 'answers' | 'comments'>,
  kind: Lead['kind'] = 'enquiry',
): Problem[] => {
  const number = joinPhone(phone_code, phone)
  const lines = products.flatMap(({ product_name, quantity }, at): Problem[] => [
    ...(product_name?.trim() ? [] : [{ name: ['products', at, 'product_name'], errors: [`Name product ${at + 1}`] }]),
    ...(quantity ? [] : [{ name: ['products', at, 'quantity'], errors: [`Enter the quantity of product ${at + 1}`] }]),
  ])
  return [
    ...(email.trim() || canBeDialled(number) ? [] : [problem('email', 'Enter an email address or a phone number')]),
    ...(email.trim() && !isEmail(email) ? [problem('email', 'Enter an email address like name@example.com')] : []),
    ...(number && !isPhone(number) ? [problem('phone', 'Phone must have 6 to 15 digits')] : []),
    ...(company.trim() ? [] : [problem('company', 'Enter the company')]),
    ...(country ? [] : [problem('country', 'Choose the country')]),
    ...lines,
    ...(products.length > 0 || kind === 'registration' ? [] : [problem('products', 'Add at least one product')]),
  ]
}

const problem = (field: string, error: string): Problem => ({ name: [field], errors: [error] })

/** Some need no yes where another one has it: the phone where the email is right. */
export const isBlocking = ({ blocking, unless }: ChecklistItem, answers: DeskValues['answers']) =>
  unless === undefined ? blocking : answers[String(unless)] !== 'yes'

/** The blocking items that do not speak for a valid lead yet, in their order. */
export const openItems = (items: readonly ChecklistItem[], answers: DeskValues['answers']) =>
  items.filter((item) => isBlocking(item, answers) && answers[String(item.item)] !== 'yes')

/** All that keeps a verdict from being sent as valid, field by field. */
export const faultsOf = (values: DeskValues, kind: Lead['kind'], items: readonly ChecklistItem[]): Problem[] => [
  ...problemsOf(values, kind),
  ...openItems(items, values.answers).map((item) => ({
    name: ['answers', String(item.item)],
    errors: [whyOpen(item, values.answers)],
  })),
]

/** What to say of an open item, and what to do about it. */
export const whyOpen = ({ item, question }: ChecklistItem, answers: DeskValues['answers']) => {
  const answer = answers[String(item)]
  if (answer === 'no') return `“${question}” is answered No. Change the answer, or mark the lead invalid`
  // What to do stands beside the question.
  if (answer === 'not_sure') return `“${question}” is answered Not sure`
  return `Answer Yes to “${question}”, or mark the lead invalid`
}

/** What a person can do who is not sure of an answer that needs a yes. */
export const nextWhenNotSure = () => {
  const ways = [
    'answer Yes',
    can(qcSupport.ask) && 'ask QC (Q)',
    can(assignedLeads.hold) && 'put the lead on hold (H) until you know',
  ].filter((way) => way !== false)
  return `To go on, ${ways.join(', ')} or mark it invalid (I)`
}

export const checklistOf = (
  { checklist: { version, items } }: Pick<Desk, 'checklist'>,
  answers: DeskValues['answers'],
): Checklist => ({
  version,
  answers: items.flatMap(({ item, evidence }) => {
    const answer = answers[String(item)]
    return answer ? [{ item, answer, ...(evidence && { evidence }) }] : []
  }),
})

type ValidBody = BodyOf<typeof assignedLeads.validate>
type InvalidBody = BodyOf<typeof assignedLeads.invalidate>

/** What both verdicts send: the lead as it stands in the form, under the names of the call. */
const verdictOf = (desk: Desk, values: DeskValues, version: number) => ({
  enquiryId: desk.lead.id,
  company: values.company.trim(),
  country: values.country ?? '',
  zipCode: values.zipCode.trim(),
  city: values.city.trim(),
  state: values.state.trim(),
  address: values.address.trim(),
  email: values.email.trim(),
  phone: joinPhone(values.phone_code, values.phone),
  website: values.website.trim(),
  comments: values.comments.trim(),
  products: linesOf(values.products),
  checklist: checklistOf(desk, values.answers),
  version,
})

export const validBody = (desk: Desk, values: DeskValues, version: number): ValidBody => ({
  ...verdictOf(desk, values, version),
  status: 'valid',
})

export interface Refusal {
  reason: string
  note: string
  duplicateOf: number | undefined
}

export const invalidBody = (
  desk: Desk,
  values: DeskValues,
  { reason, note, duplicateOf }: Refusal,
  version: number,
): InvalidBody => ({
  ...verdictOf(desk, values, version),
  status: 'invalid',
  reason,
  ...(note.trim() && { note: note.trim() }),
  ...(reason === 'duplicate' && duplicateOf !== undefined && { duplicateOf }),
})

/** A status from which a verdict needs the lead to be in progress first. */
export const mustStart = ({ status }: Pick<Lead, 'status'>) => status === 'assigned'
/** Whether somebody may still judge it: a registration as soon as it is there. */
export const isOpen = ({ status, kind }: Pick<Lead, 'status'> & { kind?: Lead['kind'] }) =>
  status === 'assigned' || status === 'in-progress' || (status === 'new' && kind === 'registration')

/** A lead that nobody holds yet is not marked invalid; a registration may still be validated. */
export const mayRefuse = ({ status }: Pick<Lead, 'status'>) => status !== 'new' && can(assignedLeads.invalidate)

/** What another person changed since the lead was opened, in words, for the fields that a decision rests on. */
export const differences = (before: Lead, now: Lead): { field: string; before: string; now: string }[] =>
  COMPARED.map(([field, say]) => ({ field, before: say(before), now: say(now) })).filter(
    (one) => one.before !== one.now,
  )

const COMPARED: readonly (readonly [string, (lead: Lead) => string])[] = [
  ['Status', ({ status }) => statusWords(status).label],
  ['QA', ({ assigned_qa }) => assigned_qa?.name ?? ''],
  ['Sales person', ({ sales_person }) => sales_person?.name ?? ''],
  ['Reason', ({ reason_code }) => (reason_code ? reasonLabel(reason_code) : '')],
  [ENQUIRY_LABELS.name, ({ name }) => name],
  [ENQUIRY_LABELS.job_title, ({ job_title }) => job_title ?? ''],
  ['Tags', ({ tags }) => tags.join(', ')],
  [ENQUIRY_LABELS.message, ({ message }) => message ?? ''],
  ...FACTS.map(([field, say]) => [field, (lead: Lead) => say(lead) ?? ''] as const),
]
