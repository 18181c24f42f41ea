import { CloseOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { exampleUnit } from '#contract/catalogue/values.ts'
import { readTyped } from '#contract/catalogue/typed-values.ts'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'
import { OptionSelect } from './OptionSelect.tsx'
import { COMPARISONS, comparisonsOf, conditionOf, conditionWords, type Comparison } from './attribute-conditions.ts'
import './attribute-conditions.css'

interface AttributeConditionsProps {
  structure: Structure
  conditions: readonly string[]
  onChange: (conditions: readonly string[]) => void
}

/** Conditions on the values of attributes: those that hold, and a row to add one by. */
export const AttributeConditions = ({ structure, conditions, onChange }: AttributeConditionsProps) => (
  <div className="conditions">
    {conditions.map((condition) => (
      <div key={condition} className="condition">
        <span>{conditionWords(condition, structure)}</span>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={`Remove ${conditionWords(condition, structure)}`}
          onClick={() => onChange(conditions.filter((one) => one !== condition))}
        />
      </div>
    ))}
    <NewCondition
      structure={structure}
      onAdd={(condition) => onChange([...conditions.filter((one) => one !== condition), condition])}
    />
  </div>
)

const NewCondition = ({ structure, onAdd }: { structure: Structure; onAdd: (condition: string) => void }) => {
  const [code, setCode] = useState<string>()
  const [comparison, setComparison] = useState<Comparison>()
  const [value, setValue] = useState('')
  const [fault, setFault] = useState<string>()
  const attribute = code === undefined ? undefined : structure.attributeOf(code)
  const offered = attribute ? comparisonsOf(attribute.type) : []
  const compared = comparison !== undefined && offered.includes(comparison) ? comparison : offered[0]

  const add = () => {
    if (!attribute || compared === undefined) return setFault('Choose an attribute.')
    const wrong = compared === 'empty' ? undefined : faultIn(attribute, compared, value)
    setFault(wrong)
    if (wrong !== undefined) return
    onAdd(conditionOf(attribute.code, compared, compared === 'empty' ? '' : value.trim()))
    setCode(undefined)
    setValue('')
  }
  return (
    <Form className="condition-new" aria-label="Add a condition" onFinish={add}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="Attribute"
        aria-label="Attribute"
        value={code ?? null}
        options={structure.attributes.map((one) => ({ value: one.code, label: one.label }))}
        onChange={(next) => {
          setCode(next)
          setValue('')
          setFault(undefined)
        }}
      />
      {attribute && (
        <Select
          aria-label="Comparison"
          value={compared ?? null}
          options={offered.map((one) => ({ value: one, label: COMPARISONS[one] }))}
          onChange={setComparison}
        />
      )}
      {attribute && compared !== 'empty' && (
        <ConditionValue key={attribute.id} attribute={attribute} value={value} onChange={setValue} />
      )}
      {fault !== undefined && (
        <p className="condition-fault" role="alert">
          {fault}
        </p>
      )}
      <Button htmlType="submit">Add condition</Button>
    </Form>
  )
}

interface ConditionValueProps {
  attribute: Attribute
  value: string
  onChange: (value: string) => void
}

const ConditionValue = ({ attribute, value, onChange }: ConditionValueProps) => {
  const { type } = attribute
  if (type === 'boolean')
    return (
      <Select
        aria-label="Value"
        value={value || null}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onChange={onChange}
      />
    )
  if (type === 'option' || type === 'options')
    return (
      <OptionSelect
        attribute={attribute}
        label="Value"
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  const unit = type === 'quantity' || type === 'range' ? ` ${exampleUnit(attribute)}` : ''
  return (
    <Input
      aria-label="Value"
      placeholder={type === 'date' ? '2026-11-28' : unit ? `10${unit}` : ''}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The sentence about what cannot be compared; the server would refuse it likewise. */
const faultIn = (attribute: Attribute, comparison: Comparison, text: string) => {
  if (text.trim() === '') return `Say with what ${attribute.label} is compared.`
  if (attribute.type === 'option' || attribute.type === 'options' || comparison === 'has') return undefined
  const rule = {
    ...attribute,
    type: attribute.type === 'range' ? 'quantity' : attribute.type,
    min: null,
    max: null,
  } as const
  const read = readTyped(rule, text, 'point', () => undefined)
  return 'message' in read ? read.message : undefined
}
