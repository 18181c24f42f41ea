import { DeleteOutlined, DownOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { POST_LIMITS } from '#contract/content/post.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { counted } from '#web/kit/look/format.ts'
import { moved, newQuestion, questionsIn } from './faq.ts'
import type { FaqEntry } from './post-fields.ts'

interface FaqCardsProps {
  items: readonly FaqEntry[]
  editable: boolean
  fault: string | undefined
  /** Gets what is there when it runs, so that an Undo puts back one question and nothing else. */
  onChange: (change: (items: readonly FaqEntry[]) => readonly FaqEntry[]) => void
}

/** The questions of a post. Alt and the arrows move the one that is being written. */
export const FaqCards = ({ items, editable, fault, onChange }: FaqCardsProps) => {
  const [pasting, setPasting] = useState(false)
  const focusOn = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (focusOn.current === undefined) return
    document.querySelector<HTMLElement>(focusOn.current)?.focus()
    focusOn.current = undefined
  }, [items])

  const move = (key: string, by: 1 | -1, focus: string) => {
    focusOn.current = `#faq-${key} ${focus}`
    onChange((all) => moved(all, key, by))
  }
  const remove = (item: FaqEntry, at: number) => {
    const next = items[at + 1] ?? items[at - 1]
    focusOn.current = next ? `#faq-${next.key} [data-act=remove]` : '#faq-add'
    onChange((all) => all.filter(({ key }) => key !== item.key))
    toast.done('Deleted the question', { undo: () => onChange((all) => all.toSpliced(at, 0, item)) })
  }
  const add = () => {
    const item = newQuestion()
    focusOn.current = `#faq-${item.key} [name=question]`
    onChange((all) => [...all, item])
  }
  return (
    <section className="panel-part" aria-labelledby="faq-title">
      <h2 id="faq-title" className="panel-title">
        FAQs <span className="panel-count">{counted(items.length, 'item')}</span>
      </h2>
      <ol className="faq">
        {items.map((item, at) => (
          <FaqCard
            key={item.key}
            item={item}
            at={at}
            of={items.length}
            editable={editable}
            onWrite={(change) =>
              onChange((all) => all.map((each) => (each.key === item.key ? { ...each, ...change } : each)))
            }
            onMove={(by, focus) => move(item.key, by, focus)}
            onRemove={() => remove(item, at)}
          />
        ))}
      </ol>
      <p id="post-faq_items" tabIndex={-1} className="field-failure" role="alert">
        {fault}
      </p>
      {editable && (
        <div className="faq-add">
          <Button
            id="faq-add"
            type="dashed"
            block
            icon={<PlusOutlined />}
            onClick={add}
            disabled={items.length >= POST_LIMITS.faq}
          >
            Add question
          </Button>
          <Button type="text" size="small" onClick={() => setPasting(true)}>
            Paste several
          </Button>
        </div>
      )}
      {pasting && (
        <PasteSeveral
          room={POST_LIMITS.faq - items.length}
          onAdd={(added) => onChange((all) => [...all, ...added])}
          onClose={() => setPasting(false)}
        />
      )}
    </section>
  )
}

interface FaqCardProps {
  item: FaqEntry
  at: number
  of: number
  editable: boolean
  onWrite: (change: Partial<FaqEntry>) => void
  onMove: (by: 1 | -1, focus: string) => void
  onRemove: () => void
}

const FaqCard = ({ item: { key, question, answer }, at, of, editable, onWrite, onMove, onRemove }: FaqCardProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey || !editable || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const { target } = event
    const focus = target instanceof HTMLTextAreaElement ? `[name=${target.name}]` : '[data-act=up]'
    onMove(event.key === 'ArrowUp' ? -1 : 1, focus)
  }
  const named = `question ${at + 1}`
  return (
    <li id={`faq-${key}`} className="faq-card" onKeyDown={onKeyDown}>
      <div className="faq-words">
        <Input.TextArea
          className="grows faq-question"
          name="question"
          rows={1}
          aria-label={`Question ${at + 1}`}
          placeholder="Question"
          value={question}
          maxLength={POST_LIMITS.question}
          disabled={!editable}
          onChange={({ target }) => onWrite({ question: target.value.replaceAll('\n', ' ') })}
        />
        <Input.TextArea
          className="grows faq-answer"
          name="answer"
          rows={1}
          aria-label={`Answer ${at + 1}`}
          placeholder="Answer"
          value={answer}
          maxLength={POST_LIMITS.answer}
          disabled={!editable}
          onChange={({ target }) => onWrite({ answer: target.value })}
        />
      </div>
      {editable && (
        <div className="faq-acts">
          <Button
            type="text"
            size="small"
            data-act="up"
            icon={<UpOutlined />}
            aria-label={`Move ${named} up`}
            aria-disabled={at === 0}
            onClick={() => onMove(-1, '[data-act=up]')}
          />
          <Button
            type="text"
            size="small"
            data-act="down"
            icon={<DownOutlined />}
            aria-label={`Move ${named} down`}
            aria-disabled={at === of - 1}
            onClick={() => onMove(1, '[data-act=down]')}
          />
          <Button
            type="text"
            size="small"
            data-act="remove"
            icon={<DeleteOutlined />}
            aria-label={`Delete ${named}`}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  )
}

interface PasteSeveralProps {
  room: number
  onAdd: (items: readonly FaqEntry[]) => void
  onClose: () => void
}

const PasteSeveral = ({ room, onAdd, onClose }: PasteSeveralProps) => {
  const [text, setText] = useState('')
  const found = questionsIn(text).slice(0, room)
  return (
    <Modal
      open
      title="Paste several questions"
      okText={found.length > 0 ? `Add ${counted(found.length, 'question')}` : 'Add questions'}
      okButtonProps={{ disabled: found.length === 0 }}
      onOk={() => {
        onAdd(found)
        onClose()
      }}
      onCancel={onClose}
      width={520}
    >
      <p className="dialog-note" id="paste-note">
        Begin each question with “Q:” and each answer with “A:”.
      </p>
      <Input.TextArea
        autoFocus
        rows={10}
        aria-label="Questions and answers"
        aria-describedby="paste-note"
        placeholder={'Q: How long does a pump tube last?\nA: Between 800 and 2,000 hours.'}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="panel-note" role="status">
        {text && counted(found.length, 'question with its answer', 'questions with their answers')}
      </p>
    </Modal>
  )
}
