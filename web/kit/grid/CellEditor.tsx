import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useDebounced } from '#web/kit/form/use-debounced.ts'

interface CellEditorProps {
  label: string
  /** What it begins with: the text of the cell, or the character that was typed over it. */
  initial: string
  options: ((search: string) => Promise<readonly string[]>) | undefined
  onDone: (text: string, leave: 'down' | 'up' | 'next' | 'back' | 'stay') => void
  onCancel: () => void
}

/** A field in the place of the cell. Enter and Tab keep what was typed, Escape does not; Alt and Enter make a line. */
export const CellEditor = ({ label, initial, options, onDone, onCancel }: CellEditorProps) => {
  const [text, setText] = useState(initial)
  const field = useRef<HTMLTextAreaElement>(null)
  const { found, current, setCurrent } = useChoices(options, text)
  const listId = useId()
  const isDone = useRef(false)
  const done = (...[value, leave]: Parameters<CellEditorProps['onDone']>) => {
    if (isDone.current) return
    isDone.current = true
    onDone(value, leave)
  }

  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(initial.length, initial.length)
  }, [initial])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isMove = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isMove && found.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setCurrent((current + step + found.length + 1) % (found.length + 1))
    } else if (event.key === 'Enter' && event.altKey) {
      event.preventDefault()
      field.current?.setRangeText('\n', field.current.selectionStart, field.current.selectionEnd, 'end')
      setText(field.current?.value ?? text)
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      done(found[current - 1] ?? text, leaveBy(event))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      isDone.current = true
      onCancel()
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      // The page saves on this key: what is typed is then part of it.
      done(text, 'stay')
      return
    }
    event.stopPropagation()
  }

  return (
    <div className="grid-editor">
      <textarea
        ref={field}
        rows={Math.min(text.split('\n').length, 6)}
        value={text}
        aria-label={label}
        {...(options && {
          role: 'combobox',
          'aria-expanded': found.length > 0,
          'aria-controls': listId,
          'aria-activedescendant': current > 0 ? `${listId}-${current}` : undefined,
        })}
        onChange={(event) => {
          setText(event.target.value)
          setCurrent(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => done(text, 'stay')}
      />
      {options && (
        <div id={listId} role="listbox" aria-label={label} className="grid-choices" hidden={found.length === 0}>
          {found.map((choice, at) => (
            <div
              key={choice}
              id={`${listId}-${at + 1}`}
              role="option"
              tabIndex={-1}
              aria-selected={at + 1 === current}
              onMouseDown={(event) => {
                event.preventDefault()
                done(choice, 'stay')
              }}
            >
              {choice}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const leaveBy = ({ key, shiftKey }: KeyboardEvent) => {
  if (key === 'Tab') return shiftKey ? 'back' : 'next'
  return shiftKey ? 'up' : 'down'
}

const WAIT = 150

/** The choices that the text finds; `current` counts from 1, and is 0 where none is chosen. */
const useChoices = (options: CellEditorProps['options'], text: string) => {
  const [found, setFound] = useState<readonly string[]>([])
  const [current, setCurrent] = useState(0)
  const search = useDebounced(text, WAIT)
  useEffect(() => {
    let isOver = false
    // A search that fails leaves the field as it is: what is typed is read all the same.
    void options?.(search).then(
      (choices) => !isOver && setFound(choices),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [options, search])
  return { found, current, setCurrent }
}
