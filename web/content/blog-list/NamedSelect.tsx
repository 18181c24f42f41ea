import { Select } from 'antd'
import { useState } from 'react'
import { useSelectOptions } from './blog-filters.ts'

interface NamedSelectProps {
  id: string
  /** Of which kind it is one. */
  of: 'authors' | 'categories'
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** One author or category, sought by its name. */
export const NamedSelect = ({ id, of, value, onChange }: NamedSelectProps) => {
  const [words, setWords] = useState('')
  const { options, loading } = useSelectOptions(words)
  return (
    <Select
      id={id}
      value={value}
      placeholder="Choose"
      loading={loading}
      options={(options?.[of] ?? []).map((option) => ({ value: option.value, label: option.label }))}
      showSearch={{ filterOption: false, onSearch: setWords }}
      onChange={onChange}
    />
  )
}
