import { Select } from 'antd'
import { useStructure } from './structure.ts'
import './category-select.css'

interface CategorySelectProps {
  id?: string
  describedBy?: string | undefined
  status?: 'error' | undefined
  value?: number | null
  onChange?: (id: number | null) => void
}

/** A category of the tree, found by its name or that of one above it. */
export const CategorySelect = ({ describedBy, status, value, onChange, ...field }: CategorySelectProps) => {
  const { structure } = useStructure()
  return (
    <Select
      {...field}
      {...(status && { status })}
      aria-describedby={describedBy}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="Choose a category"
      loading={!structure}
      value={structure ? (value ?? null) : null}
      options={(structure?.categories ?? []).map((one) => ({
        value: one.id,
        label: one.path,
        name: one.name,
        depth: one.depth,
      }))}
      optionRender={indented}
      onChange={(id) => onChange?.(id ?? null)}
    />
  )
}

const indented = ({ data: { name, depth } }: { data: { name: string; depth: number } }) => (
  <span className={`category-option category-option-${depth}`}>{name}</span>
)
