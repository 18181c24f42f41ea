import { CloseOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId, useRef, useState, type FormEvent } from 'react'
import { productList } from '#contract/catalogue/product-list.ts'
import { LONGEST_NAME, NAMES_LABEL, productNames } from '#contract/catalogue/product-names.ts'
import { unknownProducts } from '#contract/catalogue/unknown-products.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { counted } from '#web/kit/look/format.ts'
import './product-names.css'

const REFRESHES = [productNames.list, productList.list, productList.one, unknownProducts.list]

/** The other names of a product; people who may edit it add and remove them. */
export const ProductNames = ({ productId }: { productId: number }) => {
  const field = useId()
  const input = useRef<HTMLDivElement>(null)
  const [name, setName] = useState('')
  const { data, error } = useOne(productNames.list, { params: { id: productId } })
  const add = useAction(productNames.add, {
    refreshes: REFRESHES,
    done: ({ data: { leads } }) =>
      leads > 0
        ? `Added the name. ${counted(leads, 'lead')} now ${leads === 1 ? 'asks' : 'ask'} for this product.`
        : 'Added the name',
  })
  const remove = useAction(productNames.remove, {
    refreshes: REFRESHES,
    done: ({ data: { text } }) => `Removed the name “${text}”`,
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const text = name.trim()
    if (text !== '' && (await add({ body: { product_id: productId, name: text } }))) setName('')
  }
  const onRemove = async (id: number) => {
    if (await remove({ params: { id } })) input.current?.querySelector('input')?.focus()
  }
  const names = data?.data ?? []
  return (
    <section aria-label={NAMES_LABEL} className="product-names">
      <h3>{NAMES_LABEL}</h3>
      <p className="second">A lead that asks for one of these names asks for this product.</p>
      {names.length > 0 && (
        <ul>
          {names.map(({ id, text }) => (
            <li key={id}>
              {text}
              {can(productNames.remove) && (
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={`Remove “${text}”`}
                  disabled={remove.running}
                  onClick={() => void onRemove(id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {error && !data && <p role="alert">{sentenceOf(error, productNames.list.failure)}</p>}
      {data && names.length === 0 && <p>No other names yet.</p>}
      {can(productNames.add) && (
        <form onSubmit={(event) => void onSubmit(event)}>
          <label htmlFor={field}>Another name</label>
          <div ref={input}>
            <Input id={field} value={name} maxLength={LONGEST_NAME} onChange={({ target }) => setName(target.value)} />
            <Button htmlType="submit" disabled={name.trim() === ''} loading={add.running}>
              Add
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
