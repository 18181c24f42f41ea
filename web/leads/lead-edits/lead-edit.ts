import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { leadEdits } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { contactValues, linesOf, type ContactValues, type ProductValues } from '#web/leads/fields/lead-fields.ts'
import { furtherOf, type FurtherValues } from '#web/leads/fields/FurtherFields.tsx'
import { joinPhone, type CallingCode } from '#web/leads/fields/phone-parts.ts'

/** What was sent, as the form holds it. */
export interface SentValues extends ContactValues {
  name: string
  job_title: string
  tags: string[]
  further: FurtherValues[]
  message: string
  products: ProductValues[]
}

type EditBody = BodyOf<typeof leadEdits.updateWithProducts>

export const sentValues = (lead: Lead, codes: readonly CallingCode[]): SentValues => ({
  ...contactValues(lead, codes),
  name: lead.name,
  job_title: lead.job_title ?? '',
  tags: lead.tags,
  further: lead.further,
  message: lead.message ?? '',
  products: lead.products,
})

/** All that the form holds; the server takes from it what differs from the version that was opened. */
export const editBody = (
  opened: Lead,
  { phone_code, phone, country, products, further, ...texts }: SentValues,
  codes: readonly CallingCode[],
): EditBody => {
  const was = sentValues(opened, codes)
  return {
    ...texts,
    enquiryId: opened.id,
    // A number that nobody touched goes back as it came: put together anew it might read otherwise.
    phone: phone === was.phone && phone_code === was.phone_code ? opened.phone : joinPhone(phone_code, phone),
    country: country ?? null,
    further: furtherOf(further),
    products: linesOf(products),
    version: opened.version,
  }
}
