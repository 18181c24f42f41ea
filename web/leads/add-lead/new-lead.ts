import type { addLead } from '#contract/leads/add-lead.ts'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import type { lookups } from '#contract/leads/lookups.ts'
import { furtherOf, type FurtherValues } from '#web/leads/fields/FurtherFields.tsx'
import { linesOf, type ProductValues } from '#web/leads/fields/lead-fields.ts'
import { joinPhone } from '#web/leads/fields/phone-parts.ts'

export interface NewLead {
  name?: string
  email?: string
  phone_code?: string
  phone?: string
  source?: string
  message?: string
  job_title?: string
  tags?: string[]
  further?: FurtherValues[]
  company?: string
  website?: string
  address?: string
  zipCode?: string
  city?: string
  state?: string
  country?: string
  products?: ProductValues[]
}

type CompanyFound = NonNullable<Reply<typeof lookups.companyByDomain>['data']>

/** What the call takes: trimmed, and nothing that was left empty. */
export const newLeadBody = ({
  phone_code,
  phone = '',
  products = [],
  further = [],
  tags = [],
  source,
  name = '',
  ...texts
}: NewLead): BodyOf<typeof addLead.add> => {
  const said = Object.fromEntries(
    Object.entries({ ...texts, phone: joinPhone(phone_code, phone) })
      .map(([field, text]) => [field, (text ?? '').trim()])
      .filter(([, text]) => text !== ''),
  )
  const lines = linesOf(products)
  const others = furtherOf(further)
  return {
    name: name.trim(),
    ...said,
    ...(source && { source }),
    ...(tags.length > 0 && { tags }),
    ...(others.length > 0 && { further: others }),
    ...(lines.length > 0 && { products: lines }),
  }
}

/** What the domain's company tells of the fields that are still empty; nothing that was typed is replaced. */
export const fillFrom = (found: CompanyFound, typed: NewLead): Partial<NewLead> =>
  Object.fromEntries(
    FILLED.flatMap((field) => {
      const known = found[field]
      return known && !typed[field]?.trim() ? [[field, known]] : []
    }),
  )

const FILLED = ['company', 'website', 'address', 'zipCode', 'city', 'state', 'country'] as const

/** The part behind the @, once it looks like a domain. */
export const domainOf = (email: string | undefined) =>
  /@([^@\s][^@\s.]*\.[^@\s]{2,})$/.exec(email?.trim() ?? '')?.[1]?.toLowerCase()
