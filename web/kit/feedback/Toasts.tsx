import { CloseOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { preferences } from '#web/kit/data/preferences.ts'
import { dismiss, isUndo, toasts, type Toast } from './toast.ts'

/** The place where toasts show; the app has it once. */
export const Toasts = () =>
  createPortal(
    <div className="toasts" role="region" aria-label="Messages">
      <div role="status" aria-live="polite">
        {toasts.use().map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>,
    document.body,
  )

const ToastCard = ({ toast: { id, kind, text, actions, stays } }: { toast: Toast }) => {
  const [paused, setPaused] = useState(false)
  const kept = preferences.use().keepUndo && actions.some(isUndo)
  const lasting = kept ? undefined : stays

  useEffect(() => {
    if (lasting === undefined || paused) return
    const timer = setTimeout(() => dismiss(id), lasting)
    return () => clearTimeout(timer)
  }, [id, lasting, paused])

  return (
    <div
      className={`toast toast-${kind}`}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className="toast-text">{text}</span>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          className="toast-action"
          aria-keyshortcuts={action.key}
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
          {action.key && <Kbd>{action.key}</Kbd>}
        </button>
      ))}
      {(lasting === undefined || kind === 'failed') && (
        <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => dismiss(id)}>
          <CloseOutlined aria-hidden />
        </button>
      )}
      {actions.length > 0 && lasting !== undefined && (
        <span className="toast-time" style={{ animationDuration: `${lasting}ms` }} data-paused={paused} aria-hidden />
      )}
    </div>
  )
}
