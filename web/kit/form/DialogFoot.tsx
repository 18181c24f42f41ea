import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { Kbd } from '#web/kit/keys/Kbd.tsx'

interface DialogFootProps {
  /** The verb, with what it is done to. */
  button: string
  onCancel: () => void
  /** Undefined: it submits the form around it. */
  onConfirm?: () => void
  /** It takes something away. */
  danger?: boolean
  disabled?: boolean
  loading: boolean
}

/** The foot of a dialog: Cancel, and the act, which Ctrl+Enter does from anywhere in the dialog. */
export const DialogFoot = ({
  button,
  onCancel,
  onConfirm,
  danger = false,
  disabled = false,
  loading,
}: DialogFootProps) => {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      const dialog = foot.current?.closest('[role=dialog]')
      const { target } = event
      if (!(target instanceof Node) || !(target === document.body || dialog?.contains(target))) return
      // Before the field that has the focus: a select would open.
      event.preventDefault()
      event.stopPropagation()
      foot.current?.querySelector<HTMLButtonElement>('[aria-keyshortcuts]')?.click()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])

  return (
    <div ref={foot} className="modal-foot">
      <Button onClick={onCancel}>Cancel</Button>
      {/* Outlined: in the dark no solid red is readable. */}
      <Button
        type={danger ? 'default' : 'primary'}
        danger={danger}
        disabled={disabled}
        loading={loading}
        aria-keyshortcuts="Control+Enter"
        {...(onConfirm ? { onClick: onConfirm } : { htmlType: 'submit' as const })}
      >
        {button}
        <span className="dialog-keys">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
      </Button>
    </div>
  )
}
