import { useState, type ReactNode } from 'react'
import { lookups, type Staff } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import { LoadWords } from './LoadWords.tsx'
import { LOADED, matching, useStaffSearch } from './staff-search.ts'
import './assign.css'

interface StaffSearchProps {
  /** Who cannot be chosen. */
  taken?: readonly number[]
  /** They are to get leads: each choice shows what they have already, the least loaded first. */
  forLeads?: boolean
  autoFocus?: boolean
  id?: string
  value?: number
  onChange?: (sid: number) => void
}

/** A field for one of the staff, found by name or email. */
export const StaffSearch = ({ taken = [], forLeads = false, ...field }: StaffSearchProps) => {
  const [sought, setSought] = useState('')
  const { query, searching } = useStaffSearch(sought)
  const answer = useOne(lookups.allStaff, { query: { ...query, ...(forLeads && LOADED) } }, { keepPrevious: true })
  const people = answer.data?.data ?? []
  return (
    <SearchSelect
      {...field}
      onSearch={setSought}
      searching={searching(answer)}
      placeholder="Search name or email"
      notFoundContent="Nobody with that name"
      {...(forLeads && { optionRender: optionWithLoad(people) })}
      options={matching(people, sought).map(({ id, name, email }) => ({
        value: id,
        label: `${name}, ${email}`,
        disabled: taken.includes(id),
      }))}
    />
  )
}

const optionWithLoad =
  (people: readonly Staff[]) =>
  ({ value, label }: { value?: string | number | undefined; label?: ReactNode }) => (
    <span className="assign-option">
      <span className="cut">{label}</span>
      <LoadWords load={people.find(({ id }) => id === value)?.load} />
    </span>
  )
