import { Button } from 'antd'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import './start-up.css'

/** How long the start-up screen shows at least, in milliseconds. */
export const START_UP = 800

interface StartUpProps {
  /** What kept the session from starting. */
  failure?: string | undefined
  onRetry?: () => void
  /** The page is there beneath it already, for whoever does not look at the screen. */
  covers?: boolean
}

/** The screen while the session starts. */
export const StartUp = ({ failure, onRetry, covers = false }: StartUpProps) => (
  <main
    className={covers ? 'start-up start-up-cover' : 'start-up'}
    aria-busy={failure === undefined}
    aria-hidden={covers}
  >
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
