import { Component, useLayoutEffect, type ComponentType, type ReactNode } from 'react'
import { late, type Late } from './late.tsx'
import { logError } from '#web/kit/data/log.ts'
import { toast } from './toast.ts'

interface Closes {
  onClose: () => void
}

/**
 * A dialog whose code comes when it is asked for. Keys that are pressed meanwhile are its own, and reach nothing behind it.
 * Where it does not come, or breaks, it closes and says so, and the page stays.
 */
export const lateDialog = <Props extends Closes>(code: () => Promise<ComponentType<Props>>) =>
  closing(late(code, HeldKeys))

/** The same for a panel beside the page, which goes on listening to keys. */
export const latePanel = <Props extends Closes>(code: () => Promise<ComponentType<Props>>) => closing(late(code))

const closing = <Props extends Closes>(Dialog: Late<Props>): Late<Props> => {
  const Closing = (props: Props) => (
    <CloseWhereItBreaks onClose={props.onClose}>
      <Dialog {...props} />
    </CloseWhereItBreaks>
  )
  return Object.assign(Closing, { load: Dialog.load })
}

class CloseWhereItBreaks extends Component<Closes & { children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(failure: unknown) {
    logError('A dialog did not open', failure)
    toast.failed('This didn’t open. Reload the page: what you typed in forms is saved in this tab.', {
      action: { label: 'Reload', run: () => location.reload() },
    })
    this.props.onClose()
  }

  override render() {
    return !this.state.failed && this.props.children
  }
}

let typed = ''

/** What was typed while the dialog that is just beginning was on its way: what its first field begins with. */
export const typedMeanwhile = () => typed

/** Listens in place of a dialog that is on its way. */
const HeldKeys = ({ onClose }: Closes) => {
  // Before the paint: the key that follows at once is held.
  useLayoutEffect(() => {
    const hold = (event: KeyboardEvent) => {
      event.stopPropagation()
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || key === 'Tab' || /^F\d/.test(key)) return
      event.preventDefault()
      if (key === 'Escape') onClose()
      else if (key === 'Backspace') typed = typed.slice(0, -1)
      else if (key.length === 1) typed += key
    }
    document.addEventListener('keydown', hold, true)
    return () => document.removeEventListener('keydown', hold, true)
  }, [onClose])
  useLayoutEffect(
    () => () => {
      typed = ''
    },
    [],
  )
  return null
}
