import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
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
  const { options, onSearch, searching } = useSelectOptions()
  return (
    <SearchSelect
      id={id}
      value={value}
      placeholder="Choose"
      searching={searching}
      options={(options?.[of] ?? []).map((option) => ({ value: option.value, label: option.label }))}
      onSearch={onSearch}
      onChange={onChange}
    />
  )
}
