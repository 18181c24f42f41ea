import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { AutoComplete, Button, Form, Input, InputNumber, type FormInstance } from 'antd'
import { useId, useState } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { AskAbout } from '#web/leads/qc-support/AskAbout.tsx'
import type { ProductValues } from './lead-fields.ts'
import { EnterWaits } from '#web/kit/form/EnterWaits.tsx'
import { useWords } from '#web/kit/form/use-sought.ts'
import { SuggestedProduct } from './SuggestedProduct.tsx'
import './lead-form.css'

const LINES = 'products'
/** The button, for whoever has to send the focus to a list without lines. */
export const ADD_PRODUCT = 'add-product'
/** Fewer letters than this and the whole list is offered. */
const SEARCH_FROM = 3

interface ProductFieldsProps {
  form: FormInstance
  /** The lead that asks for them, where there is one: each can be asked about. */
  lead?: Lead
}

/** The products of a lead: one line each; the total follows the quantity until it is edited. */
export const ProductFields = ({ form, lead }: ProductFieldsProps) => {
  const heading = useId()
  return (
    <Form.List name={LINES}>
      {(lines, { add, remove }, { errors }) => (
        <fieldset
          className={lead ? 'group product-lines product-asks' : 'group product-lines'}
          aria-labelledby={heading}
        >
          <div className="section-head">
            <h3 id={heading}>Products</h3>
            <span className="side-role">{counted(lines.length, 'item')}</span>
          </div>
          {lines.length > 0 && (
            <div className="product-line product-line-head" aria-hidden>
              <span>Product</span>
              <span>Quantity</span>
              <span>Total quantity</span>
            </div>
          )}
          {lines.map(({ key, name }, at) => (
            <ProductLine key={key} form={form} lead={lead} index={name} place={at + 1} onRemove={() => remove(name)} />
          ))}
          <Button
            type="dashed"
            size="small"
            className={ADD_PRODUCT}
            icon={<PlusOutlined aria-hidden />}
            onClick={() => add({ product_id: null, product_name: '', quantity: 1, total_quantity: 1 })}
          >
            Add product
          </Button>
          <Form.ErrorList errors={errors} />
        </fieldset>
      )}
    </Form.List>
  )
}

interface ProductLineProps {
  form: FormInstance
  lead: Lead | undefined
  index: number
  place: number
  onRemove: () => void
}

const ProductLine = ({ form, lead, index, place, onRemove }: ProductLineProps) => {
  const at = (field: string) => [LINES, index, field]
  const quantity: unknown = Form.useWatch(at('quantity'), form)
  const total: unknown = Form.useWatch(at('total_quantity'), form)
  const product: unknown = Form.useWatch(at('product_id'), form)
  return (
    <div className="product-line">
      <Form.Item name={[index, 'id']} hidden noStyle>
        <Input type="hidden" />
      </Form.Item>
      <Form.Item name={[index, 'product_id']} hidden noStyle>
        <Input type="hidden" />
      </Form.Item>
      <Form.Item name={[index, 'product_name']}>
        <ProductSearch
          label={`Product ${place}`}
          isUnknown={lead !== undefined && product === null}
          onProduct={(id) => form.setFieldValue(at('product_id'), id)}
        />
      </Form.Item>
      <Form.Item
        name={[index, 'quantity']}
        className="product-quantity"
        rules={[{ required: true, message: `Enter the quantity of product ${place}` }]}
      >
        <InputNumber
          {...NUMBER}
          aria-label={`Quantity of product ${place}`}
          onChange={(next) => total === quantity && form.setFieldValue(at('total_quantity'), next)}
        />
      </Form.Item>
      <Form.Item name={[index, 'total_quantity']} className="product-total">
        <InputNumber {...NUMBER} aria-label={`Total quantity of product ${place}`} />
      </Form.Item>
      <span className="product-acts">
        {lead && <AskAboutLine form={form} lead={lead} index={index} />}
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`Remove product ${place}`}
          onClick={onRemove}
        />
      </span>
    </div>
  )
}

const AskAboutLine = ({ form, lead, index }: { form: FormInstance; lead: Lead; index: number }) => {
  const { product_id = null, product_name = '' }: ProductValues = Form.useWatch([LINES, index], form) ?? {}
  return <AskAbout lead={lead} product={{ product_id, product_name: product_name.trim() }} />
}

const NUMBER = { min: 1, max: 1_000_000_000, precision: 0, controls: false } as const

interface ProductSearchProps {
  id?: string
  label: string
  value?: string
  onChange?: (name: string) => void
  /** It is on a lead and no product of the catalogue: the likeliest is suggested. */
  isUnknown: boolean
  /** The product of the catalogue that was chosen; null for a text of the person's own. */
  onProduct: (id: number | null) => void
}

/** A product of the catalogue, or any text: people ask for what is not in it. */
const ProductSearch = ({ id, label, value = '', onChange, isUnknown, onProduct }: ProductSearchProps) => {
  const [open, setOpen] = useState(false)
  const { words, searching } = useWords(value)
  const isSearch = words.length >= SEARCH_FROM
  const all = useOne(lookups.products, { query: {} }, { enabled: open && !isSearch, staleTime: 60_000 })
  const found = useOne(
    lookups.autoProductSearch,
    { query: { search_keyword: words } },
    { enabled: open && isSearch, staleTime: 60_000, keepPrevious: true },
  )
  const answer = isSearch ? found : all
  const products = answer.data?.data ?? []
  const field = (
    <EnterWaits searching={open && searching(answer)}>
      <AutoComplete
        {...(id !== undefined && { id })}
        aria-label={label}
        value={value}
        open={open && products.length > 0}
        onOpenChange={setOpen}
        options={products.map(({ id: product, name, code, category }) => ({
          key: product,
          value: name,
          product,
          label: (
            <span className="product-option">
              <span className="cut">{name}</span>
              <span className="choice-hint">{category ?? code}</span>
            </span>
          ),
        }))}
        showSearch={{ filterOption: false }}
        maxLength={300}
        onSearch={() => onProduct(null)}
        onChange={(next) => onChange?.(next)}
        onSelect={(_, { product }) => onProduct(product)}
      />
    </EnterWaits>
  )
  if (!isUnknown) return field
  return (
    <>
      {field}
      <SuggestedProduct
        text={value}
        onTake={(product) => {
          onProduct(product.id)
          onChange?.(product.name)
        }}
      />
    </>
  )
}
