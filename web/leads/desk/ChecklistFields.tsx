import { Form, Radio, type FormInstance } from 'antd'
import { useId, useState } from 'react'
import type { ChecklistItem } from '#contract/leads/lead-details.ts'
import { counted } from '#web/kit/look/format.ts'
import { isBlocking, nextWhenNotSure, type DeskValues } from './lead-desk.ts'
import { optionsOf } from '#web/kit/list/list.ts'
import { ANSWERS } from '#web/leads/words/setting-words.ts'
import '#web/leads/fields/lead-form.css'
import './desk.css'

const CHOICES = optionsOf(ANSWERS)

interface ChecklistFieldsProps {
  form: FormInstance
  items: readonly ChecklistItem[]
  /** The answers with which the lead was opened. */
  suggested: DeskValues['answers']
}

/** The questions of the checklist. Those that the evidence answered with yes wait behind a button. */
export const ChecklistFields = ({ form, items, suggested }: ChecklistFieldsProps) => {
  const id = useId()
  // Those too whose questions wait behind the button.
  const answers: DeskValues['answers'] = Form.useWatch('answers', { form, preserve: true }) ?? suggested
  const [all, setAll] = useState(false)
  // What was open when the lead was opened stays in its place once it is answered.
  const [open] = useState(() => new Set(items.filter(({ suggested }) => suggested !== 'yes').map(({ item }) => item)))
  const hidden = items.filter(({ item }) => !open.has(item))
  const answered = items.filter(({ item }) => answers[String(item)] === 'yes').length
  return (
    <fieldset className="group" aria-labelledby={id}>
      <div className="section-head">
        <h3 id={id}>Checklist</h3>
        <span className="side-role">
          {answered} of {items.length} yes
        </span>
      </div>
      {items
        .filter(({ item }) => all || open.has(item))
        .map((item) => (
          <Item
            key={item.item}
            item={item}
            blocking={isBlocking(item, answers)}
            excuse={items.find((other) => other.item === item.unless)?.question}
            unsure={answers[String(item.item)] === 'not_sure'}
          />
        ))}
      {hidden.length > 0 && (
        <button type="button" className="text-link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show unanswered only' : `Show ${counted(hidden.length, 'auto-answered question')}`}
        </button>
      )}
    </fieldset>
  )
}

interface ItemProps {
  item: ChecklistItem
  blocking: boolean
  /** The question whose yes makes this one optional. */
  excuse: string | undefined
  unsure: boolean
}

const Item = ({ item: { item, question, evidence }, blocking, excuse, unsure }: ItemProps) => {
  const id = useId()
  const optional = excuse ? `(optional while “${excuse}” has a Yes)` : '(optional)'
  const next = blocking && unsure
  return (
    <div className="check-item" data-item={item}>
      <div className="check-question">
        <span>
          {question} {!blocking && <span className="optional">{optional}</span>}
        </span>
        {evidence && <span className="second">{evidence}</span>}
        <span id={id} className="check-next" role="status">
          {next && `${nextWhenNotSure()}.`}
        </span>
      </div>
      <Form.Item name={['answers', String(item)]} className="check-answer">
        <Radio.Group
          optionType="button"
          size="small"
          aria-label={question}
          options={CHOICES}
          {...(next && { 'aria-describedby': id })}
        />
      </Form.Item>
    </div>
  )
}
