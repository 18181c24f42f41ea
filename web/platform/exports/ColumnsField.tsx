import { Form, Select } from 'antd'

interface ColumnsFieldProps<Column extends string> {
  /** All columns in their order, and what stands over each. */
  labels: Readonly<Record<Column, string>>
  names: readonly Column[]
  value: readonly Column[]
  onChange: (columns: readonly Column[]) => void
}

/** Which columns the file of an export has. */
export const ColumnsField = <Column extends string>({ labels, names, value, onChange }: ColumnsFieldProps<Column>) => (
  <Form.Item
    label="Columns"
    htmlFor="bulk-columns"
    required
    extra="A CSV file in UTF-8, up to 50,000 rows also an Excel workbook; available to you for 24 hours"
  >
    <Select
      id="bulk-columns"
      mode="multiple"
      maxTagCount={12}
      value={[...value]}
      options={names.map((name) => ({ value: name, label: labels[name] }))}
      onChange={(columns: Column[]) => onChange(columns)}
    />
  </Form.Item>
)
