import type { SelectProps } from 'antd'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import type { Option } from '#web/kit/list/list.ts'
import { useCompanyOptions } from './use-company-options.ts'

interface CompanySelectProps {
  id?: string
  value?: number | null
  onChange?: (company: number | null) => void
  /** Not offered. */
  except?: number
}

/** A company of the directory, found by name or domain. As a field of a form it gets its value and its id from there. */
export const CompanySelect = ({ id, value = null, onChange, except }: CompanySelectProps) => {
  const { options, onSearch, searching } = useCompanyOptions(value === null ? [] : [value])
  return (
    <SearchSelect
      {...(id !== undefined && { id })}
      allowClear
      placeholder="Search name or domain"
      value={value === null ? undefined : String(value)}
      options={options.filter((option) => option.value !== String(except))}
      optionRender={withHint}
      onSearch={onSearch}
      searching={searching}
      onChange={(chosen: string | undefined) => onChange?.(chosen === undefined ? null : Number(chosen))}
    />
  )
}

const withHint: NonNullable<SelectProps<string, Option>['optionRender']> = ({ label, data }) => (
  <>
    {label} <span className="choice-hint">{data.hint}</span>
  </>
)
