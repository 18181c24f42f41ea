import type { Lead, LeadProduct } from '#contract/leads/lead.ts'
import { FIRST_SALES_EMAIL, fillTemplate, salesEmail } from '#contract/leads/sales-email.ts'
import { useOne } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'

/** Mail programs cut an address that is longer. */
const LONGEST_LINK = 2_000
const NAMED_PRODUCTS = 3

/** The link that opens the company's email, filled in from the lead, in the person's mail program. */
export const useSalesEmail = (email: string | null, lead: Lead, products: readonly LeadProduct[]) => {
  const template = useOne(salesEmail.now, {}).data?.data ?? FIRST_SALES_EMAIL
  const user = session.usePart((now) => now.user)
  if (email === null) return null
  const values = {
    name: lead.name,
    company: lead.company ?? 'your company',
    products: productsInWords(products),
    number: String(lead.lead_no),
    'my name': user?.name ?? '',
    'our company': user?.company_name ?? '',
  }
  return mailLink(email, fillTemplate(template.subject, values), fillTemplate(template.body, values))
}

/** Without the body where the whole would be too long to open. */
export const mailLink = (email: string, subject: string, body: string) => {
  const about = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`
  const whole = `${about}&body=${encodeURIComponent(body.replace(/\r?\n/g, '\r\n'))}`
  return body && whole.length <= LONGEST_LINK ? whole : about
}

const productsInWords = (products: readonly LeadProduct[]) => {
  const names = [...new Set(products.map(({ product_name }) => product_name))]
  const more = names.length - NAMED_PRODUCTS
  if (names.length === 0) return 'our products'
  return [...names.slice(0, NAMED_PRODUCTS), ...(more > 0 ? [`${more} more`] : [])]
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')
}
