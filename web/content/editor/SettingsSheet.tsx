import { useEffect, useRef, type ReactNode } from 'react'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'

/** The settings of a post on a phone: over the text, with the focus, which goes back when they close. */
export const SettingsSheet = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  useFocusBack()
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as it does a dialog
    <aside
      className="editor-panel"
      aria-label="Post settings"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <button ref={close} type="button" className="panel-close" onClick={onClose}>
        Close settings
      </button>
      {children}
    </aside>
  )
}
