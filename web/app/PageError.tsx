import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { logError } from '#web/kit/data/log.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'

/** Keeps a page that breaks from taking the frame with it; a page whose code was replaced by a newer release needs a reload. */
export class PageError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(failure: unknown) {
    logError('A page broke', failure)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page">
        <div className="page-inner">
          <Notice
            kind="error"
            title="An unexpected error occurred"
            action={<Button onClick={() => location.reload()}>Reload</Button>}
          >
            Reload the page. What you typed in forms is saved in this tab.
          </Notice>
        </div>
      </div>
    )
  }
}
