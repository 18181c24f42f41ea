import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import {
  checklist,
  MOST_QUESTIONS,
  type Question,
  type Questions,
  type QuestionsToAsk,
} from '#contract/leads/checklist.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { ReplayAsk } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { ReplayOutcome } from '#web/leads/assignment-replay/ReplayOutcome.tsx'
import { useConflict } from '#web/leads/conflicts/use-conflict.tsx'
import { useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { FormModal, valuesOf } from '#web/kit/form/FormModal.tsx'
import { differences } from './checklist-differences.ts'
import { CHECKLIST } from './notification-defaults.ts'

/** A question without a number is new. */
type Line = Omit<Question, 'item'> & { item?: number | null }
interface Values {
  items: Line[]
}

/** All questions at once, in the order in which they are asked. */
export const ChecklistForm = ({ now, onClose }: { now: Questions; onClose: () => void }) => {
  const [form] = Form.useForm<Values>()
  const { seen, begin, unlessChanged, notice } = useConflict(now, {
    reads: checklist.now,
    differences: (before, after) => differences(before.items, after.items),
    continueLabel: 'Keep mine',
    skipLabel: 'Keep theirs',
    onSkip: onClose,
  })
  const change = useAction(checklist.change, { done: 'Checklist saved', refreshes: CHECKLIST })
  const asked = Form.useWatch((values: Partial<Values>) => values.items?.map(({ item }) => item), form)
  const left = seen.usual.filter(({ item }) => asked && !asked.includes(item))
  return (
    <FormModal<Values, Questions>
      open
      title="Edit questions"
      button="Save questions"
      width={720}
      form={form}
      draft="checklist"
      begunOn={seen}
      onTouch={begin}
      onClose={onClose}
      initialValues={{ items: seen.items }}
      onSave={(values) =>
        unlessChanged(change.orThrow({ body: { version: seen.version, items: questionsOf(values) } }))
      }
    >
      {notice}
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
                  aria-label="Add a default question"
                  placeholder="Add a default question"
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
      <ReplayAsk
        label="Show the last 30 days with these questions"
        title="The last 30 days with these questions"
        endpoint={assignmentReplay.checklist}
        propose={() => valuesOf(form).then((values) => values && { body: { items: questionsOf(values) } })}
      >
        {({ data: { sales, ...stopped } }) => <ReplayOutcome replay={sales} note={stoppedSentence(stopped)} />}
      </ReplayAsk>
    </FormModal>
  )
}

const questionsOf = ({ items }: Values): QuestionsToAsk =>
  items.map(({ item, question, blocking }) => ({ ...(item && { item }), question, blocking }))

type Stopped = Omit<Reply<typeof assignmentReplay.checklist>['data'], 'sales'>

/** What of the valid leads of these days would not have come to sales, or would have come too. */
const stoppedSentence = ({ newly, no_longer, not_asked }: Stopped) => {
  const parts = [
    newly > 0 && `${counted(newly, 'valid lead')} would not have been valid`,
    no_longer > 0 && `${counted(no_longer, 'lead')} more would have reached sales`,
  ].filter((part) => part !== false)
  const decided = parts.length > 0 ? `${parts.join(', ')}.` : 'No answer from these days stops a valid lead.'
  if (not_asked === 0) return decided
  return `${decided} ${counted(not_asked, 'lead')} lack answers to some of these questions and keep their verdict.`
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
