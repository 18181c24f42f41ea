import { Select } from 'antd'
import { lookups } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'

interface CountrySelectProps {
  id?: string
  value?: string | null
  onChange?: (country: string | null) => void
}

/** A country, by its code. As a field of a form it gets its value and its id from there. */
export const CountrySelect = ({ id, value, onChange }: CountrySelectProps) => {
  const countries = useOne(lookups.countries, {}, { staleTime: Infinity }).data?.data ?? []
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      placeholder="Choose"
      value={value ?? undefined}
      options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(code: string | undefined) => onChange?.(code ?? null)}
    />
  )
}
