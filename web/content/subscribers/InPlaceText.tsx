import { EditOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { sentenceOf } from '#web/kit/data/api.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'

interface InPlaceTextProps {
  /** Within a sentence: "note". */
  label: string
  value: string
  maxLength: number
  /** Undefined where the person may only read it. */
  onSave: ((value: string) => Promise<unknown>) | undefined
}

/** A text that is edited where it stands: Ctrl+Enter stores it, Escape leaves it as it was. */
export const InPlaceText = ({ label, value, maxLength, onSave }: InPlaceTextProps) => {
  const [typed, setTyped] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLSpanElement>(null)
  const isOpen = typed !== undefined
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) box.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const close = () => {
    setTyped(undefined)
    setProblem(undefined)
  }
  const save = async () => {
    if (!onSave || typed === undefined) return
    if (typed.trim() === value) return close()
    setSaving(true)
    try {
      await onSave(typed.trim())
      close()
    } catch (failure) {
      setProblem(sentenceOf(failure))
    } finally {
      setSaving(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }

  if (!onSave) return <span className="in-place-text">{orEmpty(value)}</span>
  if (!isOpen)
    return (
      <span ref={box} className="in-place">
        {value !== '' && <span className="in-place-text">{value}</span>}
        <Button
          type="link"
          size="small"
          icon={value === '' ? undefined : <EditOutlined aria-hidden />}
          aria-label={value === '' ? undefined : `Edit ${label}`}
          onClick={() => setTyped(value)}
        >
          {value === '' ? `Add a ${label}` : null}
        </Button>
      </span>
    )
  return (
    <span className="in-place-form">
      <Input.TextArea
        autoFocus
        rows={1}
        className="grows"
        aria-label={label.charAt(0).toUpperCase() + label.slice(1)}
        maxLength={maxLength}
        value={typed}
        status={problem === undefined ? '' : 'error'}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      {problem !== undefined && (
        <span className="in-place-problem" role="alert">
          {problem}
        </span>
      )}
      <span className="in-place-acts">
        <Button size="small" type="primary" loading={saving} onClick={() => void save()}>
          Save {label}
        </Button>
        <Button size="small" onClick={close}>
          Cancel
        </Button>
      </span>
    </span>
  )
}
