import { CloseOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select, Space } from 'antd'
import type { BulkOp } from '#contract/catalogue/product-bulk.ts'
import { allowedUnits } from '#contract/catalogue/values.ts'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import { OptionsSelect } from '#web/catalogue/master-products/OptionSelect.tsx'
import type { Field } from '#web/catalogue/master-products/product-fields.ts'
import { ValueInput } from '#web/catalogue/master-products/ValueInput.tsx'
import { NO_CHANGE, OP_WORDS, opsOf, problemOf, type DraftChange } from './bulk-changes.ts'

interface ChangeRowProps {
  /** Where it stands among the changes, from 1 on. */
  place: number
  draft: DraftChange
  /** Those that no other change has taken. */
  fields: readonly Field[]
  onChange: (draft: DraftChange) => void
  onRemove: (() => void) | undefined
}

/** One field of many products, and what is to become of it. */
export const ChangeRow = ({ place, draft, fields, onChange, onRemove }: ChangeRowProps) => {
  const { field, op } = draft
  const id = `bulk-change-${place}`
  const problem = problemOf(draft)
  const ops = field ? opsOf(field) : []
  const groups = [...Map.groupBy(fields, ({ group }) => group)]
  const choose = (key: string) => {
    const next = fields.find((each) => each.key === key)
    const first = next && opsOf(next)[0]
    if (next && first) onChange({ ...NO_CHANGE, field: next, op: first })
  }
  return (
    <div className="bulk-change" role="group" aria-label={`Change ${place}`}>
      <div className="bulk-change-head">
        <Select
          id={`${id}-field`}
          aria-label={`Field ${place}`}
          autoFocus={field === undefined}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Choose a field"
          value={field?.key ?? null}
          options={groups.map(([label, members]) => ({
            label,
            options: members.map(({ key, label: name }) => ({ value: key, label: name })),
          }))}
          onChange={choose}
        />
        <Select
          aria-label={`Change of field ${place}`}
          disabled={!field}
          value={op ?? null}
          options={ops.map((value) => ({ value, label: OP_WORDS[value] }))}
          onChange={(next: BulkOp) => onChange({ ...NO_CHANGE, ...(field && { field }), op: next })}
        />
        {onRemove && (
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={`Remove change ${place}`}
            onClick={onRemove}
          />
        )}
      </div>
      {field && op && op !== 'clear' && (
        <Form.Item
          label={`${OP_WORDS[op]}${op === 'replace_text' ? ` in ${field.label}` : `: ${field.label}`}`}
          htmlFor={id}
          required
          {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
        >
          <NewValue id={id} field={field} op={op} draft={draft} isWrong={problem !== undefined} onChange={onChange} />
        </Form.Item>
      )}
    </div>
  )
}

interface NewValueProps extends Pick<ChangeRowProps, 'draft' | 'onChange'> {
  id: string
  field: Field
  op: BulkOp
  isWrong: boolean
}

const NewValue = ({ id, field, op, draft, isWrong, onChange }: NewValueProps) => {
  const { attribute, label } = field
  const { value, find } = draft
  const set = (next: DraftChange['value']) => onChange({ ...draft, value: next })
  const text = typeof value === 'string' ? value : ''
  switch (op) {
    case 'replace_text':
      return (
        <Space.Compact block>
          <Input
            id={id}
            placeholder="Text to find"
            maxLength={300}
            value={find}
            onChange={(event) => onChange({ ...draft, find: event.target.value })}
          />
          <Input
            aria-label={`New text in ${label}`}
            placeholder="New text"
            maxLength={300}
            value={text}
            onChange={(event) => set(event.target.value)}
          />
        </Space.Compact>
      )
    case 'multiply':
      return (
        <Input id={id} inputMode="decimal" maxLength={30} value={text} onChange={(event) => set(event.target.value)} />
      )
    case 'convert':
      return (
        <Select id={id} placeholder="Choose a unit" value={text || null} options={unitsOf(attribute)} onChange={set} />
      )
    case 'add':
    case 'remove':
      if (!attribute) return null
      return (
        <OptionsSelect
          id={id}
          attribute={attribute}
          placeholder={`Choose ${label.toLowerCase()}`}
          value={Array.isArray(value) ? value : []}
          onChange={set}
        />
      )
    default:
      return (
        <ValueInput
          id={id}
          describedBy={`${id}-help`}
          field={field}
          product={NO_PRODUCT}
          isWrong={isWrong}
          value={value}
          onChange={set}
          onLeave={() => undefined}
        />
      )
  }
}

const NO_PRODUCT = { attributes: [] }

const unitsOf = (attribute: Attribute | undefined) =>
  (attribute ? allowedUnits(attribute) : []).map(({ code, symbol, names }) => ({
    value: code,
    label: symbol,
    title: names[1] ?? symbol,
  }))
