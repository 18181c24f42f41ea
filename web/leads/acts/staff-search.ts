import { lookups, type Staff } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { useWords } from '#web/kit/form/use-sought.ts'

/** Those whose name has a word that begins so come first. */
export const matching = (people: readonly Staff[], sought: string) => {
  const text = sought.trim().toLowerCase()
  if (!text) return [...people]
  const begins = ({ name }: Staff) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(text))
  const found = people.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(text))
  return [...found.filter(begins), ...found.filter((person) => !begins(person))]
}

interface StaffChoice {
  sought: string
  everybody: boolean
  department: number | undefined
  designation: number | undefined
  leadId: number | undefined
}

/** What to ask a staff list for while somebody types: each has the first hundred of whom it finds. */
export const useStaffSearch = (sought: string) => {
  const { words, searching } = useWords(sought)
  return { query: words ? { search: words } : {}, searching }
}

/** With the load of each, the least loaded first. */
export const LOADED = { order: 'load' } as const

/** The people of the marketing department who may take the lead, or all staff by department and designation. */
export const useStaff = ({ everybody, department, designation, leadId, sought }: StaffChoice) => {
  const { query, searching } = useStaffSearch(sought)
  const asked = { ...query, ...LOADED }
  const near = useOne(
    lookups.marketingDepartment,
    { query: { ...asked, ...(leadId !== undefined && { leadId }) } },
    { enabled: !everybody, staleTime: 10_000, keepPrevious: true },
  )
  const all = useOne(
    lookups.marketingStaff,
    {
      query: {
        ...asked,
        ...(department !== undefined && { department_id: department }),
        ...(designation !== undefined && { designation_id: designation }),
      },
    },
    { enabled: everybody, staleTime: 10_000, keepPrevious: true },
  )
  const people = everybody ? all : near
  const listed = people.data?.data ?? []
  return {
    // With every key, so that Enter never takes who was found for an earlier text.
    found: matching(listed, sought),
    listed: listed.length,
    total: people.data?.pagination.total ?? 0,
    searching: searching(people),
    failure: people.error,
  }
}
