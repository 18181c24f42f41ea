import { AutoComplete, Input, Select } from 'antd'
import { useState } from 'react'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import { isQuantity, isRange } from '#contract/catalogue/values.ts'
import { CategorySelect } from '#web/catalogue/product-structure/CategorySelect.tsx'
import { useOne } from '#web/kit/data/api.ts'
import { late } from '#web/kit/feedback/late.tsx'
import { EnterWaits } from '#web/kit/form/EnterWaits.tsx'
import { useWords } from '#web/kit/form/use-sought.ts'
import { OptionSelect, OptionsSelect } from './OptionSelect.tsx'
import type { InputProps } from './input-props.ts'
import type { BaseKey, Field } from './product-fields.ts'
import { QuantityInput, RangeInput } from './QuantityInput.tsx'

const DayInput = late(
  () => import('./DayInput.tsx').then(({ DayInput }) => DayInput),
  () => <span className="bone" />,
)

interface ValueInputProps extends Omit<InputProps, 'label'> {
  field: Field
  product: Pick<ProductDetails, 'attributes'>
}

/** The input that fits a field. */
export const ValueInput = ({ field, product, ...input }: ValueInputProps) => {
  const { label, base, attribute } = field
  if (attribute) return <AttributeInput attribute={attribute} product={product} label={label} {...input} />
  if (base === 'category_id') return <CategoryInput label={label} {...input} />
  if (base === 'brand') return <BrandInput label={label} {...input} />
  if (base === 'description') return <LongText maxLength={20_000} label={label} {...input} />
  return <TextInput maxLength={LONGEST[base ?? 'name'] ?? 300} label={label} {...input} />
}

const LONGEST: Partial<Record<BaseKey, number>> = { code: 64, unit: 40, gtin: 14, usual_min: 10, usual_max: 10 }

interface AttributeInputProps extends InputProps {
  attribute: Attribute
  product: Pick<ProductDetails, 'attributes'>
}

const AttributeInput = ({ attribute, product, ...input }: AttributeInputProps) => {
  const { value, id, describedBy, isWrong, onChange } = input
  const choice = {
    id,
    describedBy,
    attribute,
    known: knownLabels(product, attribute),
    placeholder: `Choose ${attribute.label.toLowerCase()}`,
    status: isWrong ? ('error' as const) : undefined,
  }
  switch (attribute.type) {
    case 'text':
      return <TextInput maxLength={attribute.max_length ?? 255} {...input} />
    case 'long_text':
      return <LongText maxLength={attribute.max_length ?? 20_000} {...input} />
    case 'url':
      return <TextInput maxLength={2_000} placeholder="https://" {...input} />
    case 'number':
      return <TextInput maxLength={60} isNumber {...input} />
    case 'quantity':
      return <QuantityInput {...input} attribute={attribute} value={isQuantity(value) ? value : null} />
    case 'range':
      return <RangeInput {...input} attribute={attribute} value={isRange(value) ? value : null} />
    case 'boolean':
      return <YesNo {...input} />
    case 'date':
      return <DayInput {...input} />
    case 'option':
      return <OptionSelect {...choice} value={typeof value === 'string' ? value : null} onChange={onChange} />
    case 'options':
      return <OptionsSelect {...choice} value={Array.isArray(value) ? value : []} onChange={onChange} />
  }
}

/** What the stored options are called, which may be beyond the first of the attribute. */
const knownLabels = (product: Pick<ProductDetails, 'attributes'>, { id }: Attribute) => {
  const stored = product.attributes.find(({ attribute_id }) => attribute_id === id)
  const codes = [stored?.value ?? []].flat().filter((code) => typeof code === 'string')
  const labels = stored?.text?.split('; ') ?? []
  return new Map(codes.length === labels.length ? codes.map((code, at) => [code, labels[at] ?? '']) : [])
}

interface TextInputProps extends InputProps {
  maxLength: number
  placeholder?: string
  isNumber?: boolean
}

const TextInput = ({
  id,
  describedBy,
  isWrong,
  value,
  maxLength,
  placeholder,
  isNumber,
  onChange,
  onLeave,
}: TextInputProps) => (
  <Input
    id={id}
    aria-describedby={describedBy}
    {...(isWrong && { status: 'error' })}
    {...(isNumber && { inputMode: 'decimal' })}
    {...(placeholder !== undefined && { placeholder })}
    maxLength={maxLength}
    value={typeof value === 'string' ? value : ''}
    onChange={(event) => onChange(event.target.value)}
    onBlur={onLeave}
  />
)

const LongText = ({ id, describedBy, isWrong, value, maxLength, onChange, onLeave }: TextInputProps) => (
  <Input.TextArea
    id={id}
    className="grows"
    aria-describedby={describedBy}
    {...(isWrong && { status: 'error' })}
    maxLength={maxLength}
    value={typeof value === 'string' ? value : ''}
    onChange={(event) => onChange(event.target.value)}
    onBlur={onLeave}
  />
)

const YesNo = ({ id, describedBy, isWrong, value, onChange }: InputProps) => (
  <Select
    id={id}
    aria-describedby={describedBy}
    {...(isWrong && { status: 'error' })}
    allowClear
    placeholder="Choose yes or no"
    value={typeof value === 'boolean' ? String(value) : null}
    options={[
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]}
    onChange={(next: string | undefined) => onChange(next === undefined ? null : next === 'true')}
  />
)

const CategoryInput = ({ id, describedBy, isWrong, value, onChange }: InputProps) => (
  <CategorySelect
    id={id}
    describedBy={describedBy}
    status={isWrong ? 'error' : undefined}
    value={typeof value === 'string' && value !== '' ? Number(value) : null}
    onChange={(next) => onChange(next === null ? null : String(next))}
  />
)

/** A brand, with those that are in use already. */
const BrandInput = ({ id, describedBy, isWrong, value, onChange, onLeave }: InputProps) => {
  const typed = typeof value === 'string' ? value : ''
  const [open, setOpen] = useState(false)
  const { words: search, searching } = useWords(typed)
  const answer = useOne(
    masterProducts.brands,
    { query: search === '' ? {} : { search } },
    { enabled: open, staleTime: 60_000, keepPrevious: true },
  )
  return (
    <EnterWaits searching={open && searching(answer)}>
      <AutoComplete
        id={id}
        aria-describedby={describedBy}
        {...(isWrong && { status: 'error' })}
        maxLength={120}
        value={typed}
        options={(answer.data?.data ?? []).map((brand) => ({ value: brand }))}
        onOpenChange={setOpen}
        onFocus={() => setOpen(true)}
        onChange={onChange}
        onBlur={onLeave}
      />
    </EnterWaits>
  )
}
