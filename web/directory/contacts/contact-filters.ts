import { EMAIL_STATUSES, contacts } from '#contract/directory/contacts.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { optionsOf, type Filter } from '#web/kit/list/list.ts'
import { EMAIL_STATUS, ROLE_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { useCompanyOptions } from '#web/directory/directory-facts/use-company-options.ts'
import { countryName } from '#web/leads/published.ts'

export const LEADS: Filter = {
  kind: 'one',
  name: 'leads',
  label: 'Leads',
  options: [
    { value: 'open', label: 'Open ones' },
    { value: 'any', label: 'Any' },
    { value: 'none', label: 'None' },
  ],
}

export const QUIET_DAYS: Filter = {
  kind: 'one',
  name: 'quiet_days',
  label: 'Not contacted in',
  options: ['30', '90', '180', '365'].map((value) => ({ value, label: `${value} days` })),
}

const KINDS = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'company', label: 'Company' },
]

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Countries, tags and the like that contacts have. */
const useChoices = () => {
  const enabled = can(contacts.filterOptions)
  return useOne(contacts.filterOptions, { query: {} }, { enabled, staleTime: 60_000 }).data?.data
}

export const useCountryFilter = (): Filter => ({
  kind: 'many',
  name: 'country',
  label: 'Country',
  options: (useChoices()?.countries ?? []).map((code) => ({ value: code, label: countryName(code) })),
})

export const useTagFilter = (): Filter => ({
  kind: 'many',
  name: 'tags',
  label: 'Tag',
  options: same(useChoices()?.tags ?? []),
})

/** What narrows the list of people; the companies are those that the words in its panel find. */
export const useContactFilters = (companyIds: readonly string[]): readonly Filter[] => {
  const choices = useChoices()
  const companies = useCompanyOptions(companyIds.map(Number))
  const country = useCountryFilter()
  const tags = useTagFilter()
  return [
    { kind: 'many', name: 'company_id', label: 'Company', ...companies },
    country,
    LEADS,
    tags,
    { kind: 'days', label: 'Last contact' },
    {
      kind: 'many',
      name: 'email_status',
      label: 'Email status',
      options: EMAIL_STATUSES.map((value) => ({ value, label: EMAIL_STATUS[value].label })),
      folded: true,
    },
    { kind: 'many', name: 'has', label: 'Has', options: KINDS, folded: true },
    { kind: 'many', name: 'without', label: 'Without', options: KINDS, folded: true },
    { kind: 'many', name: 'role', label: 'Company is', options: optionsOf(ROLE_LABELS), folded: true },
    { kind: 'many', name: 'department', label: 'Department', options: same(choices?.departments ?? []), folded: true },
    {
      kind: 'many',
      name: 'designation',
      label: 'Designation',
      options: same(choices?.designations ?? []),
      folded: true,
    },
    { ...QUIET_DAYS, folded: true },
  ]
}
