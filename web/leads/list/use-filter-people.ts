import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { lookups } from '#contract/leads/lookups.ts'
import type { qcSupport } from '#contract/leads/qc-support.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can, session } from '#web/kit/data/session.ts'
import { peopleOptions } from './people-options.ts'
import { useStaffSearch } from '#web/leads/acts/staff-search.ts'

type PeopleEndpoint = typeof lookups.filterOptions | typeof qcSupport.filterOptions
type People = Readonly<Record<string, readonly PersonRef[]>>

const FRESH = { staleTime: 300_000 }
/** As many as a filter takes. */
const MOST_NAMED = 100

/** The first hundred of each role, whoever else is sought by name, and whom the address names beside them. */
export const useFilterPeople = <Role extends string>(endpoint: PeopleEndpoint, roles: readonly Role[]) => {
  const enabled = can(endpoint)
  const [sought, setSought] = useState('')
  const [address] = useSearchParams()
  const { query } = useStaffSearch(sought)
  const first: People | undefined = useOne(endpoint, { query: {} }, { ...FRESH, enabled }).data?.data
  const found: People | undefined = useOne(endpoint, { query }, { ...FRESH, enabled, keepPrevious: true }).data?.data
  const chosenIn = (role: Role) => othersIn(address.getAll(role))
  const unnamed = first ? roles.flatMap((role) => chosenIn(role).filter((id) => !isAmong(first[role], id))) : []
  const ids = [...new Set(unnamed)].toSorted((one, other) => one - other).slice(0, MOST_NAMED)
  const named: People | undefined = useOne(
    endpoint,
    { query: { ids } },
    { ...FRESH, enabled: enabled && ids.length > 0, keepPrevious: true },
  ).data?.data
  return {
    optionsIn: (role: Role) =>
      peopleOptions(
        joined(
          joined(first?.[role], found?.[role]),
          named?.[role]?.filter(({ id }) => chosenIn(role).includes(id)),
        ),
      ),
    onSearch: setSought,
  }
}

/** Oneself has a name already. */
const othersIn = (values: readonly string[]) => {
  const me = session.get().user?.id
  return values.flatMap((value) => (/^[1-9]\d{0,8}$/.test(value) && Number(value) !== me ? Number(value) : []))
}

const isAmong = (people: readonly PersonRef[] = [], id: number) => people.some((one) => one.id === id)

const joined = (people: readonly PersonRef[] = [], more: readonly PersonRef[] = []) => [
  ...people,
  ...more.filter(({ id }) => !isAmong(people, id)),
]
