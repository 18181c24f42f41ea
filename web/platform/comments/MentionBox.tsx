import { Input } from 'antd'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { counted } from '#web/kit/look/format.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { NOBODY, type Colleagues } from './colleagues.ts'
import { mentionedIn, soughtAt, withMention } from './mentions.ts'
import './comments.css'

interface MentionBoxProps {
  /** Undefined: nobody can be mentioned. */
  colleagues?: Colleagues | undefined
  value?: string
  onChange?: (text: string) => void
  /** Comes before the text that names the person. */
  onMention: (person: PersonRef) => void
  /** Ctrl+Enter. */
  onSend?: () => void
  onCancel?: () => void
  id?: string
  label?: string
  placeholder?: string
  className?: string
  rows?: number
  autoFocus?: boolean
  'aria-keyshortcuts'?: string
}

/** A text in which an @ offers colleagues. */
export const MentionBox = ({
  colleagues,
  value = '',
  onChange,
  onMention,
  onSend,
  onCancel,
  ...box
}: MentionBoxProps) => {
  const { label, className = '', rows = 2, ...rest } = box
  const { sought, seek, found } = colleagues ?? NOBODY
  const listId = useId()
  const wrap = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  // A name that stands there already needs no offer.
  const people = sought === undefined ? [] : found.filter(({ name }) => name !== sought.trim())
  const current = people[Math.min(at, people.length - 1)]
  const open = current !== undefined

  const field = () => wrap.current?.querySelector('textarea')
  const look = () => {
    const area = field()
    seek(area ? soughtAt(area.value, area.selectionStart) : undefined)
  }
  const close = () => seek(undefined)
  const pick = (person: PersonRef) => {
    const area = field()
    if (!area) return
    const next = withMention(value, area.selectionStart, person)
    onMention(person)
    onChange?.(next.text)
    close()
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(next.caret, next.caret)
    })
  }
  const step = (by: number) => setAt((Math.min(at, people.length - 1) + by + people.length) % people.length)

  const onKeyDown = (event: KeyboardEvent) => {
    const chord = event.ctrlKey || event.metaKey
    const run = open && !chord ? keysOfList(event.key) : chord && event.key === 'Enter' ? onSend : escape(event.key)
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const keysOfList = (key: string) =>
    ({
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => current && pick(current),
      Tab: () => current && pick(current),
      Escape: close,
    })[key]
  const escape = (key: string) => (key === 'Escape' ? onCancel : undefined)

  return (
    <div className="mention-box" ref={wrap}>
      <Input.TextArea
        {...rest}
        {...(label && { 'aria-label': label })}
        className={`grows ${className}`}
        rows={rows}
        maxLength={5000}
        value={value}
        {...(colleagues && { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' })}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? `${listId}-${current.id}` : undefined}
        onChange={(event) => {
          const text = event.target.value
          for (const person of mentionedIn(text, found)) onMention(person)
          onChange?.(text)
          setAt(0)
          look()
        }}
        onSelect={look}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div className="mention-list" role="listbox" id={listId} aria-label="Colleagues">
          {people.map((person) => (
            <div
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === current}
              onPointerDown={(event) => {
                event.preventDefault()
                pick(person)
              }}
            >
              <PersonAvatar name={person.name} />
              <bdi className="cut">{person.name}</bdi>
            </div>
          ))}
        </div>
      )}
      <span className="sr-only" role="status">
        {open && `${counted(people.length, 'colleague')}, ${current.name}`}
      </span>
    </div>
  )
}
