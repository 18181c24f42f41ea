import { CopyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Form, Input, Modal, Select } from 'antd'
import { useRef, useState } from 'react'
import { masterProducts, BASE_LABELS } from '#contract/catalogue/master-products.ts'
import { attributeKey } from '#contract/catalogue/product.ts'
import { VENDOR_COLUMNS } from '#contract/catalogue/vendor-request.ts'
import { vendorUpdates, type VendorAsk } from '#contract/catalogue/vendor-updates.ts'
import { queryFor, useAction, useList, useOne } from '#web/kit/data/api.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { EnterWaits } from '#web/kit/form/EnterWaits.tsx'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import { useSought } from '#web/kit/form/use-sought.ts'
import { formats } from '#web/kit/look/format.ts'
import { productsWords } from './link-words.ts'

interface AskVendorProps {
  /** What the vendor is asked about; chosen in the dialog where they are left out. */
  productIds?: readonly number[]
  fields?: readonly string[]
  /** An earlier link in whose place this one is made. */
  again?: VendorAsk
  onClose: () => void
}

interface Values {
  vendor_name: string
  product_ids: number[]
  fields: string[]
  message?: string
}

/** Asks a vendor for fields of products: makes a link, which is shown once and copied. */
export const AskVendor = ({
  again,
  productIds = again?.products.map(({ id }) => id) ?? [],
  fields = again?.fields ?? [],
  onClose,
}: AskVendorProps) => {
  const [made, setMade] = useState<{ link: string; expires_at: string }>()
  // A form that was saved closes; the link is shown in its place.
  const saved = useRef(false)
  const ask = useAction(vendorUpdates.ask, { refreshes: vendorUpdates.asks, done: 'Created the link' })
  const [form] = Form.useForm<Values>()
  const chosen: readonly number[] = Form.useWatch('product_ids', form) ?? productIds
  const products = useProducts(productIds.length === 0)
  const offered = useFields(chosen[0])

  const save = async ({ message, ...values }: Values) => {
    const { data } = await ask.orThrow({ body: { ...values, ...(message?.trim() ? { message: message.trim() } : {}) } })
    saved.current = true
    setMade(data)
    void copy(data.link)
    return data
  }
  if (made) return <MadeLink {...made} onClose={onClose} />
  return (
    <FormModal<Values>
      title="Ask a vendor"
      button="Create link"
      open
      form={form}
      onClose={() => saved.current || onClose()}
      onSave={save}
      initialValues={{
        product_ids: [...productIds],
        fields: [...fields],
        ...(again && { vendor_name: again.vendor.name, message: again.message ?? '' }),
      }}
    >
      {again && <p className="vendor-again">About {productsWords(again)}.</p>}
      <Form.Item
        name="vendor_name"
        label="Vendor"
        rules={[{ required: true, whitespace: true, message: 'Choose a vendor.' }]}
      >
        <VendorName />
      </Form.Item>
      <Form.Item
        name="product_ids"
        label="Products"
        hidden={productIds.length > 0}
        rules={[{ required: true, message: 'Choose at least one product.' }]}
      >
        <SearchSelect mode="multiple" {...products} />
      </Form.Item>
      <Form.Item name="fields" label="Fields" rules={[{ required: true, message: 'Choose at least one field.' }]}>
        <Select mode="multiple" options={offered} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="message" label="Message">
        <Input.TextArea rows={3} maxLength={2_000} />
      </Form.Item>
    </FormModal>
  )
}

const copy = (link: string) =>
  copyText(link, { done: 'Link copied', failed: 'The link was not copied. Copy it from the dialog.' })

const MadeLink = ({ link, expires_at, onClose }: { link: string; expires_at: string; onClose: () => void }) => (
  <Modal
    open
    title="Send this link to the vendor"
    onCancel={onClose}
    footer={[
      <Button key="copy" icon={<CopyOutlined aria-hidden />} onClick={() => void copy(link)}>
        Copy link
      </Button>,
      <Button key="done" type="primary" onClick={onClose}>
        Done
      </Button>,
    ]}
  >
    <Input.TextArea readOnly rows={2} value={link} aria-label="Link" />
    <p className="vendor-once">It is shown once and works until {formats().date(expires_at)}.</p>
  </Modal>
)

/** A vendor who was asked before, or a new one. */
const VendorName = (field: { id?: string; value?: string; onChange?: (name: string) => void }) => {
  const { words: search, onSearch, searching } = useSought()
  const answer = useOne(vendorUpdates.vendors, { query: search ? { search } : {} }, { keepPrevious: true })
  const options = (answer.data?.data ?? []).map(({ name }) => ({ value: name }))
  return (
    <EnterWaits searching={searching(answer)}>
      <AutoComplete {...field} options={options} onSearch={onSearch} maxLength={200} autoFocus />
    </EnterWaits>
  )
}

const useProducts = (enabled: boolean) => {
  const { words: search, onSearch, searching } = useSought()
  const answer = useList(masterProducts.list, { pageSize: 20, sort: 'name', ...(search && { search }) }, { enabled })
  return {
    options: (answer.data?.data ?? []).map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` })),
    onSearch,
    searching: searching(answer),
  }
}

/** The fields of the first product: its own, and those of every product. */
const useFields = (productId: number | undefined) => {
  const { data } = useQuery({
    ...queryFor(masterProducts.details, { params: { id: productId ?? 0 } }),
    enabled: productId !== undefined,
  })
  const attributes = data?.data.attributes.map(({ code, label }) => ({ value: attributeKey(code), label })) ?? []
  return [...attributes, ...VENDOR_COLUMNS.map((field) => ({ value: field, label: BASE_LABELS[field] }))]
}
