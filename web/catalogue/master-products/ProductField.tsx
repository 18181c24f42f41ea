import { Button } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import { unlikelyAmount } from '#contract/catalogue/typical-amounts.ts'
import { alsoText, textOf } from '#contract/catalogue/value-texts.ts'
import { counted } from '#web/kit/look/format.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { FieldConflictChoice } from './FieldConflictChoice.tsx'
import { isEmpty, readEntered, storedIn, type Field } from './product-fields.ts'
import type { ProductForm } from './use-product-form.ts'
import { ValueInput } from './ValueInput.tsx'

interface ProductFieldProps {
  field: Field
  form: ProductForm
  product: ProductDetails
  readOnly: boolean
  /** How many products of its category lack this alone. */
  blocks: number
  isMissing: boolean
  /** What other products of its category have, in the base of the family. */
  typical: string | undefined
}

/** One field: its label, its input, and below it what the value means, was, or lacks. */
export const ProductField = ({ field, form, product, readOnly, blocks, isMissing, typical }: ProductFieldProps) => {
  const id = useId()
  const below = `${id}-below`
  const isChanged = form.changed.includes(field)
  const fault = form.faults[field.key]
  const conflict = form.conflicts.find((one) => one.field === field.key)
  const { key, label, required } = field
  const names = [
    'product-field',
    isChanged && 'product-field-changed',
    (isWide(field) || conflict) && 'product-field-wide',
  ]
  return (
    <div className={names.filter(Boolean).join(' ')} data-field={key}>
      <div className="product-label">
        <label htmlFor={id}>
          {label}
          {!required && <span className="optional">(optional)</span>}
        </label>
        {isChanged && (
          <>
            <span className="changed-dot" aria-hidden />
            <span className="sr-only">changed</span>
          </>
        )}
        {isMissing && <span className="product-required">Required</span>}
      </div>
      {readOnly ? (
        <p id={id} className="product-read">
          {orEmpty(storedWords(product, field))}
        </p>
      ) : (
        <ValueInput
          id={id}
          describedBy={below}
          field={field}
          product={product}
          value={form.entered(field)}
          isWrong={fault !== undefined}
          onChange={(value) => form.set(field, value)}
          onLeave={() => form.leave(field)}
        />
      )}
      <div id={below} className="product-below">
        {fault === undefined ? (
          <Below {...{ field, form, product, blocks, isMissing, isChanged, typical }} />
        ) : (
          <p className="product-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      {conflict && (
        <FieldConflictChoice
          conflict={conflict}
          choice={form.choices[key] ?? 'yours'}
          onChoose={(choice) => form.choose(key, choice)}
        />
      )}
    </div>
  )
}

/** A line of its own for what needs the room. */
const isWide = ({ base, attribute }: Field) =>
  base === 'name' || base === 'description' || attribute?.type === 'long_text' || attribute?.type === 'options'

type BelowProps = Pick<ProductFieldProps, 'field' | 'form' | 'product' | 'blocks' | 'isMissing' | 'typical'> & {
  isChanged: boolean
}

const Below = ({ field, form, product, blocks, isMissing, isChanged, typical }: BelowProps) => {
  const { attribute, requiredBy } = field
  const read = readEntered(field, form.entered(field))
  const also = attribute && 'value' in read ? alsoText(attribute, read.value) : null
  const parts = [
    also !== null && <span key="also">= {also}</span>,
    'note' in read && read.note !== undefined && <span key="note">{read.note}</span>,
    isChanged && (
      <span key="was">
        was {storedWords(product, field) || 'empty'}{' '}
        <Button type="link" size="small" className="product-undo" onClick={() => form.undo(field)}>
          Undo<span className="sr-only"> {field.label}</span>
        </Button>
      </span>
    ),
  ].filter((part) => part !== false)
  const question = attribute && 'value' in read ? unlikelyAmount(read.value, typical) : undefined
  if (parts.length > 0 || question !== undefined)
    return (
      <>
        {question !== undefined && <p className="product-question">{question}</p>}
        {parts.length > 0 && <p className="product-parts">{parts}</p>}
      </>
    )
  if (!isMissing || !isEmpty(form.entered(field))) return attribute?.help ? <p>{attribute.help}</p> : null
  if (blocks > 1) return <Blocks product={product} code={attribute?.code ?? field.key} count={blocks} />
  return <p>{requiredBy === undefined ? 'Required for every product' : `Required by ${requiredBy}`}</p>
}

/** Filling it would complete other products too. */
const Blocks = ({ product, code, count }: { product: ProductDetails; code: string; count: number }) => {
  const category = product.category_id === null ? 'none' : String(product.category_id)
  return (
    <p>
      <Link to={`?${new URLSearchParams({ category, missing: code }).toString()}`}>{counted(count, 'product')}</Link>{' '}
      lack only this
    </p>
  )
}

/** What is stored, in words. */
const storedWords = (product: ProductDetails, field: Field) => {
  const stored = storedIn(product, field)
  if (field.base === 'category_id') return product.category_path.join(' › ')
  if (stored === null) return ''
  if (field.base !== undefined) return typeof stored === 'string' ? stored : ''
  const value = product.attributes.find(({ attribute_id }) => attribute_id === field.attribute?.id)
  return value?.text ?? (field.attribute ? textOf(field.attribute, stored, () => undefined) : '')
}
