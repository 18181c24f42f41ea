import { Form, Input, InputNumber, Select, Switch } from 'antd'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import { structureEdits, type NewAttribute } from '#contract/catalogue/structure-edits.ts'
import { ATTRIBUTE_TYPES } from '#contract/catalogue/value-schema.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { counted, humanise } from '#web/kit/look/format.ts'
import { STRUCTURE } from './structure-reads.ts'
import { TYPE_LABELS } from './words.ts'

interface AttributeFormProps {
  /** Undefined: a new one. */
  attribute?: Attribute
  onAdded?: (id: number) => void
  onClose: () => void
}

type Type = Attribute['type']
type Values = NewAttribute

const MEASURED: readonly Type[] = ['quantity', 'range']
const LIMITED: readonly Type[] = ['number', 'quantity', 'range', 'date']
const UNIQUE: readonly Type[] = ['text', 'number', 'url']

/** What a type may become: itself, and where its values can be converted. */
const BECOMES: Readonly<Partial<Record<Type, readonly Type[]>>> = {
  text: ['long_text'],
  long_text: ['text'],
  option: ['options'],
  number: ['quantity'],
  quantity: ['range'],
}

export const AttributeForm = ({ attribute, onAdded, onClose }: AttributeFormProps) => {
  const [form] = Form.useForm<Values>()
  const units = useOne(structureEdits.units, {}, { staleTime: Infinity })
  const add = useAction(structureEdits.addAttribute, {
    done: ({ data }) => `Added ${data.label}`,
    refreshes: STRUCTURE,
    then: ({ data }) => onAdded?.(data.id),
  })
  const update = useAction(structureEdits.updateAttribute, {
    done: ({ data }) =>
      `Changed ${data.attribute.label}.${data.converted ? ` Converted ${counted(data.converted, 'value')}.` : ''}`,
    refreshes: STRUCTURE,
  })
  const type = Form.useWatch('type', form) ?? attribute?.type ?? 'text'
  const family = Form.useWatch('family', form) ?? attribute?.family
  const all = units.data?.data ?? []
  const ofFamily = all
    .filter((unit) => unit.family === family)
    .map(({ code, symbol, names }) => ({ value: code, label: `${symbol} (${names[0] ?? code})` }))
  const types = attribute ? [attribute.type, ...(BECOMES[attribute.type] ?? [])] : ATTRIBUTE_TYPES
  const has = (some: readonly Type[]) => some.includes(type)

  const save = (values: Values) => {
    const body = {
      ...values,
      help: values.help?.trim() || null,
      min: values.min?.trim() || null,
      max: values.max?.trim() || null,
      mask: values.mask?.trim() || null,
    }
    return attribute
      ? update.orThrow({ params: { id: attribute.id }, body: { ...body, version: attribute.version } })
      : add.orThrow({ body })
  }
  return (
    <FormModal<Values>
      open
      title={attribute ? `Edit ${attribute.label}` : 'New attribute'}
      button={attribute ? 'Save attribute' : 'Add attribute'}
      draft={`attribute-${attribute?.id ?? 'new'}`}
      form={form}
      onClose={onClose}
      initialValues={attribute ? valuesOf(attribute) : { type: 'text', group: 'General' }}
      onSave={save}
    >
      <Form.Item name="label" label="Label" rules={[{ required: true, whitespace: true, message: 'Enter the label' }]}>
        <Input maxLength={120} autoFocus />
      </Form.Item>
      <Form.Item
        name="type"
        label="Type"
        required
        extra={attribute && types.length > 1 ? 'Values are converted with it.' : undefined}
      >
        <Select options={types.map((value) => ({ value, label: TYPE_LABELS[value] }))} disabled={types.length === 1} />
      </Form.Item>
      <Form.Item
        name="group"
        label="Group"
        required
        rules={[{ required: true, whitespace: true, message: 'Enter the group' }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      {has(MEASURED) && (
        <>
          <Form.Item name="family" label="Measures" rules={[{ required: true, message: 'Choose what is measured' }]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={[...new Set(all.map((unit) => unit.family))].map((value) => ({ value, label: humanise(value) }))}
              onChange={() => form.setFieldsValue({ units: [], default_unit: null })}
            />
          </Form.Item>
          <Form.Item
            name="default_unit"
            label="Default unit"
            rules={[{ required: true, message: 'Choose the default unit' }]}
          >
            <Select showSearch={{ optionFilterProp: 'label' }} options={ofFamily} />
          </Form.Item>
          <Form.Item name="units" label="Allowed units" extra="Leave empty for all of them.">
            <Select mode="multiple" options={ofFamily} optionFilterProp="label" />
          </Form.Item>
        </>
      )}
      {has(LIMITED) && (
        <div className="attribute-limits">
          <Form.Item name="min" label={type === 'date' ? 'Not before' : 'At least'}>
            <Input maxLength={40} placeholder={type === 'date' ? '2026-11-28' : undefined} />
          </Form.Item>
          <Form.Item name="max" label={type === 'date' ? 'Not after' : 'At most'}>
            <Input maxLength={40} />
          </Form.Item>
          {type !== 'date' && (
            <Form.Item name="decimals" label="Decimals">
              <InputNumber min={0} max={6} precision={0} />
            </Form.Item>
          )}
        </div>
      )}
      {has(['text', 'long_text']) && (
        <Form.Item name="max_length" label="Longest text">
          <InputNumber
            min={1}
            max={type === 'text' ? 5_000 : 20_000}
            precision={0}
            placeholder={type === 'text' ? '255' : '20000'}
          />
        </Form.Item>
      )}
      {type === 'text' && (
        <Form.Item name="mask" label="Pattern" extra="A is a letter, 9 a digit, * anything. IP99 allows IP67.">
          <Input maxLength={40} />
        </Form.Item>
      )}
      {has(UNIQUE) && (
        <Form.Item name="unique_values" label="No two products alike" valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
      <Form.Item name="help" label="Help">
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </FormModal>
  )
}

const valuesOf = ({ label, group, type, help, max_length, mask, min, max, decimals, ...rest }: Attribute): Values => ({
  label,
  group,
  type,
  help,
  max_length,
  mask,
  min,
  max,
  decimals,
  family: rest.family,
  units: rest.units,
  default_unit: rest.default_unit,
  unique_values: rest.unique_values,
})
