import { COMPANY_FIELDS, type Company, type CompanyField, type CompanyRole } from '#contract/directory/companies.ts'

/** What the form of a company has. */
export interface CompanyValues {
  name?: string
  domain?: string
  website?: string
  phone?: string
  country?: string | null
  state?: string
  city?: string
  zip_code?: string
  address?: string
  roles?: CompanyRole[]
  tags?: string[]
  description?: string
  note?: string
}

export const valuesOfCompany = (company: Company): CompanyValues => ({
  ...Object.fromEntries(COMPANY_FIELDS.map((field) => [field, company.fields[field].value ?? ''])),
  country: company.fields.country.value,
  roles: company.roles,
  tags: company.tags,
  description: company.description,
  note: company.note,
})

/** What is stored of it; a text that is empty is none. */
const stored = (values: CompanyValues) => ({
  ...Object.fromEntries(COMPANY_FIELDS.map((field) => [field, values[field]?.trim() || null])),
  roles: values.roles ?? [],
  tags: values.tags ?? [],
  description: values.description?.trim() ?? '',
  note: values.note?.trim() ?? '',
})

type Stored = Partial<Record<CompanyField, string | null>> &
  Partial<{ roles: CompanyRole[]; tags: string[]; description: string; note: string }>

/** What is said of a new company: nothing of what was left out. */
export const newCompany = (values: CompanyValues): Stored & { domain?: string } => ({
  ...changed(stored({}), stored(values)),
  ...(values.domain?.trim() && { domain: values.domain.trim() }),
})

/** What the form says otherwise than the company; what was not touched stays with its source. */
export const companyChange = (company: Company, values: CompanyValues): Stored =>
  changed(stored(valuesOfCompany(company)), stored(values))

const changed = (before: object, after: object): Stored => {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(was.get(name)) !== JSON.stringify(value)),
  )
}
