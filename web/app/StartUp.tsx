import { Button } from 'antd'
import { Notice } from '#web/kit/Notice.tsx'
import './start-up.css'

/** How long the start-up screen shows at least, in milliseconds. */
export const START_UP = 800

/** The screen while the session starts; with `failure`, what kept it from starting. */
export const StartUp = ({ failure, onRetry }: { failure?: string | undefined; onRetry?: () => void }) => (
  <main className="start-up" aria-busy={failure === undefined}>
    <img src="/favicon.svg" alt="" width={48} height={48} />
    <h1>Leadroom</h1>
    {failure === undefined ? (
      <>
        <span className="start-up-bar" aria-hidden />
        <output className="sr-only">Loading</output>
      </>
    ) : (
      <Notice kind="error" title="Leadroom did not start" action={<Button onClick={onRetry}>Try again</Button>}>
        {failure}
      </Notice>
    )}
  </main>
)
