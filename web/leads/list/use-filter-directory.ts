import { useSearchParams } from 'react-router'
import { companies } from '#contract/directory/companies.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { idIn } from '#web/kit/list/id-in.ts'
import type { Filter } from '#web/kit/list/list.ts'

const FRESH = { staleTime: 300_000, keepPrevious: true }
/** As many as a filter takes. */
const MOST_NAMED = 100

/** The contacts and companies of the directory that the address names: they show while they are on. */
export const useFilterDirectory = (): Filter[] => {
  const [address] = useSearchParams()
  const idsOf = (name: string) => [...new Set(address.getAll(name).flatMap((value) => idIn(value) ?? []))]
  const contactIds = idsOf('contact')
  const companyIds = idsOf('directory_company').slice(0, MOST_NAMED)
  const [first = 0] = contactIds
  const contact = useOne(
    contacts.details,
    { params: { id: first } },
    { staleTime: FRESH.staleTime, enabled: first > 0 && can(contacts.details) },
  ).data?.data
  const named = useOne(
    companies.options,
    { query: { ids: companyIds } },
    { ...FRESH, enabled: companyIds.length > 0 && can(companies.options) },
  ).data?.data
  // One that was merged answers under the id of what it has become part of.
  const nameOfContact = (id: number) => (id === first ? contact?.name : undefined)
  const nameOfCompany = (id: number) => named?.find((one) => one.id === id)?.name
  return [
    ...filterOf('contact', 'Contact', contactIds, nameOfContact),
    ...filterOf('directory_company', 'Company', companyIds, nameOfCompany),
  ]
}

const filterOf = (
  name: string,
  label: string,
  ids: readonly number[],
  nameOf: (id: number) => string | null | undefined,
): Filter[] =>
  ids.length === 0
    ? []
    : [
        {
          kind: 'many',
          name,
          label,
          options: ids.map((id) => ({ value: String(id), label: nameOf(id) ?? `no. ${id}` })),
        },
      ]
