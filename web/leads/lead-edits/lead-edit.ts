import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { leadEdits } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { contactValues, linesOf, type ContactValues, type ProductValues } from '#web/leads/fields/lead-fields.ts'
import { joinPhone, type CallingCode } from '#web/leads/fields/phone-parts.ts'

/** What was sent, as the form holds it. */
export interface SentValues extends ContactValues {
  name: string
  message: string
  products: ProductValues[]
}

type EditBody = BodyOf<typeof leadEdits.updateWithProducts>

export const sentValues = (lead: Lead, codes: readonly CallingCode[]): SentValues => ({
  ...contactValues(lead, codes),
  name: lead.name,
  message: lead.message ?? '',
  products: lead.products,
})

/** All that the form holds; the server takes from it what differs from the version that was opened. */
export const editBody = (
  opened: Lead,
  { phone_code, phone, country, products, ...texts }: SentValues,
  codes: readonly CallingCode[],
): EditBody => {
  const was = sentValues(opened, codes)
  return {
    ...texts,
    enquiryId: opened.id,
    // A number that nobody touched goes back as it came: put together anew it might read otherwise.
    phone: phone === was.phone && phone_code === was.phone_code ? opened.phone : joinPhone(phone_code, phone),
    country: country ?? null,
    products: linesOf(products),
    version: opened.version,
  }
}
