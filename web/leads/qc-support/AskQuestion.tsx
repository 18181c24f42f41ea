import { Form, Input, Select } from 'antd'
import type { Lead, LeadProduct } from '#contract/leads/lead.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { QC_TOPICS, qcSupport, type QcTopic } from '#contract/leads/qc-support.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { nurtureDays } from '#web/leads/words/lead-days.ts'
import { QC_TOPIC } from './qc-words.ts'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { useSought } from '#web/kit/form/use-sought.ts'
import '#web/leads/fields/lead-form.css'
import './qc.css'

/** A product as a lead asks for it. */
export type AskedProduct = Pick<LeadProduct, 'product_id' | 'product_name'>

interface Asked {
  question: string
  topic: QcTopic
  /** Which of the lead's products, from 0. */
  line?: number
  productId?: number
  due_on?: string
}

interface AskQuestionProps {
  /** What it is about; without a product, one may be chosen: of the lead's, else of the catalogue. */
  lead?: Pick<Lead, 'id' | 'lead_no' | 'name' | 'products'>
  product?: AskedProduct
  onClose: () => void
}

/** A question to QC. While it is typed, what was answered before is shown beneath. */
export const AskQuestion = ({ lead, product, onClose }: AskQuestionProps) => {
  const [form] = Form.useForm<Asked>()
  const question: string = Form.useWatch('question', form) ?? ''
  const about = product?.product_name ?? lead?.name
  const ask = useAction(qcSupport.ask, { done: 'The question was sent to QC', refreshes: qcSupport.list })
  return (
    <FormModal<Asked>
      open
      form={form}
      width={560}
      title={about === undefined ? 'Ask QC' : `Ask QC about ${about}`}
      button="Send question"
      draft={['ask-qc', lead?.id, product?.product_name].filter(Boolean).join('-')}
      initialValues={{ topic: 'specification' }}
      onClose={onClose}
      onSave={({ question, topic, line, productId, due_on }) =>
        ask.orThrow({
          body: {
            question,
            topic,
            ...(lead && { leadId: lead.id }),
            ...(productId !== undefined && { productId }),
            ...nameOf(product ?? (line === undefined ? undefined : lead?.products[line])),
            ...(due_on !== undefined && { due_on }),
          },
        })
      }
    >
      {product && lead && (
        <p className="dialog-note">
          For lead no. {lead.lead_no}, <bdi>{lead.name}</bdi>
        </p>
      )}
      <Form.Item
        name="question"
        label="Question"
        required
        rules={[{ required: true, whitespace: true, message: 'Enter the question' }]}
      >
        <Input.TextArea autoFocus rows={3} className="grows" maxLength={5000} />
      </Form.Item>
      <AnsweredBefore text={question} />
      <Form.Item name="topic" label="Topic" required>
        <Select options={QC_TOPICS.map((value) => ({ value, label: QC_TOPIC[value] }))} />
      </Form.Item>
      {!product && lead && lead.products.length > 0 && (
        <Form.Item name="line" label="About the product">
          <Select
            allowClear
            options={lead.products.map(({ product_name }, value) => ({ value, label: product_name }))}
          />
        </Form.Item>
      )}
      {!lead && !product && (
        <Form.Item name="productId" label="About the product">
          <ProductChoice />
        </Form.Item>
      )}
      <Form.Item name="due_on" label="Answer needed by">
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={nurtureDays()} />
      </Form.Item>
    </FormModal>
  )
}

/** By its number in the catalogue; what is not in it, by its name. */
const nameOf = (product: AskedProduct | undefined) => {
  if (product === undefined) return {}
  return product.product_id === null ? { product_name: product.product_name } : { productId: product.product_id }
}

const AnsweredBefore = ({ text }: { text: string }) => {
  const search = useDebounced(text.trim().slice(0, 500), 250)
  const enabled = search.length >= 3
  const { data } = useOne(qcSupport.similar, { query: { search } }, { enabled, keepPrevious: true, staleTime: 60_000 })
  const found = enabled ? (data?.data ?? []) : []
  return (
    <div role="status" className="answered-before">
      {found.length > 0 && (
        <>
          <strong>Answered before</strong>
          <ul>
            {found.map(({ id, question, answer }) => (
              <li key={id}>
                <details>
                  <summary dir="auto">{question}</summary>
                  <p dir="auto">{answer}</p>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface ProductChoiceProps {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
}

/** Fewer letters than this and the first of all are offered. */
const SEARCH_FROM = 3

const ProductChoice = ({ id, value, onChange }: ProductChoiceProps) => {
  const { words, onSearch, searching } = useSought()
  const isSearch = words.length >= SEARCH_FROM
  const all = useOne(lookups.products, { query: {} }, { enabled: !isSearch, staleTime: 60_000 })
  const found = useOne(
    lookups.autoProductSearch,
    { query: { search_keyword: words } },
    { enabled: isSearch, staleTime: 60_000, keepPrevious: true },
  )
  const answer = isSearch ? found : all
  const products = answer.data?.data ?? []
  return (
    <SearchSelect<number>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      allowClear
      onSearch={onSearch}
      searching={searching(answer)}
      notFoundContent="No product has this name"
      options={products.map((product) => ({ value: product.id, label: product.name }))}
      onChange={(next: number | undefined) => onChange?.(next)}
    />
  )
}
