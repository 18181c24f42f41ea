import { companies } from '#contract/directory/companies.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { useSought } from '#web/kit/form/use-sought.ts'
import type { Option } from '#web/kit/list/list.ts'

/** Companies that the words find, with those that are chosen already. */
export const useCompanyOptions = (chosen: readonly number[]) => {
  const { words: search, onSearch, searching } = useSought()
  const enabled = can(companies.options)
  const found = useOne(companies.options, { query: search ? { search } : {} }, { enabled, keepPrevious: true })
  const named = useOne(
    companies.options,
    { query: { ids: [...chosen] } },
    { enabled: enabled && chosen.length > 0, keepPrevious: true },
  )
  const all = [...(chosen.length > 0 ? (named.data?.data ?? []) : []), ...(found.data?.data ?? [])]
  const options = [
    ...new Map(
      all.map(({ id, name, domain }): [number, Option] => [
        id,
        { value: String(id), label: name, ...(domain !== null && domain !== name && { hint: domain }) },
      ]),
    ).values(),
  ]
  return { options, onSearch, searching: searching(found) }
}
