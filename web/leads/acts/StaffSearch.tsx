import { Select } from 'antd'
import { useState } from 'react'
import { lookups } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { matching, useStaffSearch } from './staff-search.ts'

interface StaffSearchProps {
  /** Who cannot be chosen. */
  taken?: readonly number[]
  id?: string
  value?: number
  onChange?: (sid: number) => void
}

/** A field for one of the staff, found by name or email. */
export const StaffSearch = ({ taken = [], ...field }: StaffSearchProps) => {
  const [sought, setSought] = useState('')
  const query = useStaffSearch(sought)
  const { data, isFetching } = useOne(lookups.allStaff, { query }, { keepPrevious: true })
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setSought }}
      loading={isFetching}
      placeholder="Search name or email"
      notFoundContent={isFetching ? 'Searching' : 'Nobody with that name'}
      options={matching(data?.data ?? [], sought).map(({ id, name, email }) => ({
        value: id,
        label: `${name}, ${email}`,
        disabled: taken.includes(id),
      }))}
    />
  )
}
