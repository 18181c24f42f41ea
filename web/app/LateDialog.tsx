import { Component, Suspense, type ReactNode } from 'react'
import { logError } from '#web/kit/log.ts'
import { toast } from '#web/kit/toast.ts'

/** Around a dialog of the frame whose code comes when it is asked for: where it does not come the dialog closes and says so, and the page stays. */
export class LateDialog extends Component<{ onClose: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(failure: unknown) {
    logError('A dialog did not open', failure)
    toast.failed('This did not open. Reload the page: what you typed in forms is kept in this tab.', {
      action: { label: 'Reload', run: () => location.reload() },
    })
    this.props.onClose()
  }

  override render() {
    return !this.state.failed && <Suspense>{this.props.children}</Suspense>
  }
}
