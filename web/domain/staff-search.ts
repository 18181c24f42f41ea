import { lookups, type Staff } from '#contract/lookups.ts'
import { useOne } from '#web/kit/api.ts'

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
  everybody: boolean
  department: number | undefined
  designation: number | undefined
  leadId: number | undefined
}

/** The people of the marketing department who may take the lead, or all staff by department and designation. */
export const useStaff = ({ everybody, department, designation, leadId }: StaffChoice) => {
  const near = useOne(
    lookups.marketingDepartment,
    { query: leadId === undefined ? {} : { leadId } },
    { enabled: !everybody, staleTime: 60_000 },
  )
  const all = useOne(
    lookups.marketingStaff,
    {
      query: {
        ...(department !== undefined && { department_id: department }),
        ...(designation !== undefined && { designation_id: designation }),
      },
    },
    { enabled: everybody, staleTime: 60_000, keepPrevious: true },
  )
  return everybody ? all : near
}
