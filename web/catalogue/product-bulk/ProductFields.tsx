import { PlusOutlined } from '@ant-design/icons'
import { Button, Form, Radio } from 'antd'
import { MOST_CHANGES } from '#contract/catalogue/product-bulk.ts'
import { useStructure } from '#web/catalogue/product-structure/structure.ts'
import type { FieldsProps } from '#web/platform/bulk/bulk-area.ts'
import { ColumnsField } from '#web/platform/exports/ColumnsField.tsx'
import { changeableFields, NO_CHANGE, type DraftChange } from './bulk-changes.ts'
import { ChangeRow } from './ChangeRow.tsx'
import { exportColumns } from './export-columns.ts'
import type { ProductBulkAct, ProductValues } from './product-values.ts'
import './product-bulk.css'

/** What an act on many products asks for. */
export const ProductFields = ({ act, values, onChange }: FieldsProps<ProductBulkAct, ProductValues>) => {
  const { structure } = useStructure()
  if (!structure) return null
  switch (act) {
    case 'edit':
      return (
        <Changes
          fields={changeableFields(structure)}
          changes={values.changes}
          onChange={(changes) => onChange({ changes })}
        />
      )
    case 'export': {
      const labels = exportColumns(structure)
      return (
        <>
          <ColumnsField
            labels={labels}
            names={Object.keys(labels)}
            value={values.columns}
            onChange={(columns) => onChange({ columns })}
          />
          <Form.Item label="Quantities" required>
            <Radio.Group
              value={values.units}
              options={[
                { value: 'entered', label: 'As entered, each with its unit' },
                { value: 'default', label: 'In the default unit of their column' },
              ]}
              onChange={(event) => onChange({ units: event.target.value })}
            />
          </Form.Item>
        </>
      )
    }
    case 'show':
    case 'hide':
    case 'remove':
      return null
  }
}

interface ChangesProps {
  fields: ReturnType<typeof changeableFields>
  changes: readonly DraftChange[]
  onChange: (changes: readonly DraftChange[]) => void
}

const Changes = ({ fields, changes, onChange }: ChangesProps) => (
  <>
    {changes.map((draft, at) => (
      <ChangeRow
        key={`change-${at}`}
        place={at + 1}
        draft={draft}
        fields={fields.filter(({ key }) => !changes.some((other) => other !== draft && other.field?.key === key))}
        onChange={(next) => onChange(changes.with(at, next))}
        onRemove={changes.length > 1 ? () => onChange(changes.toSpliced(at, 1)) : undefined}
      />
    ))}
    {changes.length < Math.min(MOST_CHANGES, fields.length) && (
      <Button
        type="dashed"
        className="bulk-change-more"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange([...changes, NO_CHANGE])}
      >
        Change another field
      </Button>
    )}
  </>
)
