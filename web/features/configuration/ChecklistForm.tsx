import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { checklist, MOST_QUESTIONS, type Question, type Questions } from '#contract/checklist.ts'
import { useAction } from '#web/kit/api.ts'
import { FormModal } from '#web/kit/FormModal.tsx'
import { CHECKLIST } from './told.ts'

/** A question without a number is new. */
type Line = Omit<Question, 'item'> & { item?: number | null }
interface Values {
  items: Line[]
}

/** All questions at once, in the order in which they are asked. */
export const ChecklistForm = ({ now, onClose }: { now: Questions; onClose: () => void }) => {
  const [form] = Form.useForm<Values>()
  const change = useAction(checklist.change, { done: 'Checklist saved', refreshes: CHECKLIST })
  const asked = Form.useWatch((values: Partial<Values>) => values.items?.map(({ item }) => item), form)
  const left = now.usual.filter(({ item }) => asked && !asked.includes(item))
  return (
    <FormModal<Values>
      open
      title="Edit questions"
      button="Save questions"
      width={720}
      form={form}
      onClose={onClose}
      initialValues={{ items: now.items }}
      onSave={({ items }) =>
        change.orThrow({
          body: {
            version: now.version,
            items: items.map(({ item, ...rest }) => (item ? { item, ...rest } : rest)),
          },
        })
      }
    >
      <Form.List name="items">
        {(lines, { add, remove, move }) => (
          <>
            <ol className="question-lines">
              {lines.map(({ key, name }, at) => (
                <QuestionLine
                  key={key}
                  index={name}
                  place={at + 1}
                  onUp={at > 0 ? () => move(at, at - 1) : undefined}
                  onRemove={lines.length > 1 ? () => remove(name) : undefined}
                />
              ))}
            </ol>
            <div className="question-add">
              {lines.length < MOST_QUESTIONS && (
                <Button
                  type="dashed"
                  icon={<PlusOutlined aria-hidden />}
                  onClick={() => add({ question: '', blocking: false })}
                >
                  Add question
                </Button>
              )}
              {left.length > 0 && (
                <Select
                  aria-label="Add a usual question"
                  placeholder="Add a usual question"
                  value={null}
                  popupMatchSelectWidth={false}
                  options={left.map(({ item, question }) => ({ value: item, label: question }))}
                  onChange={(item: number | null) => add(now.usual.find((each) => each.item === item))}
                />
              )}
            </div>
          </>
        )}
      </Form.List>
    </FormModal>
  )
}

interface QuestionLineProps {
  index: number
  place: number
  /** Undefined: it is the first. */
  onUp: (() => void) | undefined
  /** Undefined: it is the only one. */
  onRemove: (() => void) | undefined
}

const QuestionLine = ({ index, place, onUp, onRemove }: QuestionLineProps) => (
  <li className="question-line">
    <Form.Item name={[index, 'item']} hidden>
      <InputNumber />
    </Form.Item>
    <Form.Item
      name={[index, 'question']}
      rules={[{ required: true, whitespace: true, message: `Write question ${place}` }]}
    >
      <Input aria-label={`Question ${place}`} maxLength={200} />
    </Form.Item>
    <Form.Item name={[index, 'blocking']} valuePropName="checked">
      <Checkbox aria-label={`Question ${place} needs a yes`}>Needs a yes</Checkbox>
    </Form.Item>
    <Button
      type="text"
      icon={<ArrowUpOutlined />}
      aria-label={`Move question ${place} up`}
      disabled={!onUp}
      onClick={onUp}
    />
    <Button
      type="text"
      icon={<DeleteOutlined />}
      aria-label={`Remove question ${place}`}
      disabled={!onRemove}
      onClick={onRemove}
    />
  </li>
)
