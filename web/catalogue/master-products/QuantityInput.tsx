import { Input, Select, Space, type GetRef } from 'antd'
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import type { Unit } from '#contract/catalogue/units.ts'
import { allowedUnits, type QuantityValue, type RangeValue } from '#contract/catalogue/values.ts'
import type { InputProps } from './input-props.ts'

interface AmountInputProps<Value> extends Omit<InputProps, 'value'> {
  attribute: Attribute
  value: Value | null
}

/** A number and its unit, joined. Alt+↓ opens the units. */
export const QuantityInput = ({ attribute, value, onChange, ...input }: AmountInputProps<QuantityValue>) => {
  const units = unitsOf(attribute, value?.unit)
  const set = (change: Partial<QuantityValue>) => onChange({ value: '', unit: units.unit, ...value, ...change })
  return (
    <Joined {...input} {...units} className="quantity" onUnit={(unit) => set({ unit })}>
      <NumberInput {...input} value={value?.value ?? ''} onChange={(next) => set({ value: next })} />
    </Joined>
  )
}

/** Two ends and their unit, joined; either may be left open. */
export const RangeInput = ({ attribute, value, onChange, ...input }: AmountInputProps<RangeValue>) => {
  const units = unitsOf(attribute, value?.unit)
  const set = (change: Partial<RangeValue>) => onChange({ min: null, max: null, unit: units.unit, ...value, ...change })
  return (
    <Joined {...input} {...units} className="quantity quantity-range" onUnit={(unit) => set({ unit })}>
      <NumberInput {...input} value={value?.min ?? ''} onChange={(min) => set({ min: min === '' ? null : min })} />
      <Space.Addon className="quantity-to">to</Space.Addon>
      <NumberInput
        {...input}
        id={`${input.id}-to`}
        name={`${input.label}, highest`}
        value={value?.max ?? ''}
        onChange={(max) => set({ max: max === '' ? null : max })}
      />
    </Joined>
  )
}

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** Where the label of the field does not name it. */
  name?: string
  value: string
  onChange: (text: string) => void
}

const NumberInput = ({ id, describedBy, isWrong, name, value, onChange, onLeave }: NumberInputProps) => (
  <Input
    id={id}
    aria-label={name}
    aria-describedby={describedBy}
    aria-keyshortcuts="Alt+ArrowDown"
    {...(isWrong && { status: 'error' })}
    inputMode="decimal"
    maxLength={60}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    onBlur={onLeave}
  />
)

/** The units that an attribute may be said in, and the one that is chosen. */
const unitsOf = (attribute: Attribute, chosen: string | undefined) => {
  const allowed = allowedUnits(attribute)
  return { allowed, unit: chosen ?? attribute.default_unit ?? allowed[0]?.code ?? '' }
}

interface JoinedProps extends UnitSelectProps {
  className: string
  /** The numbers. */
  children: ReactNode
}

/** Numbers with their unit at the end. */
const Joined = ({ className, children, ...unit }: JoinedProps) => {
  const [open, setOpen] = useState(false)
  const select = useRef<GetRef<typeof Select>>(null)
  const openUnits = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return
    event.preventDefault()
    select.current?.focus()
    setOpen(true)
  }
  return (
    <Space.Compact block className={className} onKeyDown={openUnits}>
      {children}
      <UnitSelect {...unit} ref={select} open={open} onOpen={setOpen} />
    </Space.Compact>
  )
}

interface UnitSelectProps extends Pick<InputProps, 'label' | 'isWrong' | 'onLeave'> {
  allowed: readonly Unit[]
  unit: string
  onUnit: (unit: string) => void
}

interface OpenedSelectProps extends UnitSelectProps {
  ref: Ref<GetRef<typeof Select>>
  open: boolean
  onOpen: (open: boolean) => void
}

const UnitSelect = ({ ref, label, isWrong, allowed, unit, open, onOpen, onUnit, onLeave }: OpenedSelectProps) => (
  <Select
    ref={ref}
    className="quantity-unit"
    aria-label={`Unit of ${label}`}
    {...(isWrong && { status: 'error' })}
    showSearch={{ filterOption: (text, option) => (option?.names ?? '').includes(text.toLowerCase()) }}
    popupMatchSelectWidth={false}
    open={open}
    onOpenChange={onOpen}
    value={unit}
    options={allowed.map(({ code, symbol, names }) => ({
      value: code,
      label: symbol,
      title: names[1] ?? symbol,
      names: [symbol, code, ...names].join(' ').toLowerCase(),
    }))}
    onChange={onUnit}
    onBlur={onLeave}
  />
)
