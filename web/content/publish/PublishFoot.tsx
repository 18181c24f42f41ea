import { CloseCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { counted } from '#web/kit/look/format.ts'
import type { Plan, PublishCheck } from './use-plan.ts'

interface PublishFootProps {
  plan: Plan
  check: PublishCheck | undefined
  running: boolean
  onRun: () => void
}

/** The button, and why it does nothing yet. It can be pressed all the same: then it leads to the first thing to fix. */
export const PublishFoot = ({ plan, check, running, onRun }: PublishFootProps) => {
  const blocking = check?.blocking.length ?? 0
  const isReview = plan.mode === 'review'
  const isBlocked = !isReview && blocking > 0
  return (
    <div className="publish-foot">
      {isBlocked && (
        <span className="publish-blocked" id="publish-blocked">
          <CloseCircleFilled aria-hidden />
          {counted(blocking, 'thing', 'things')} to fix first
        </span>
      )}
      {!isBlocked && !isReview && check?.review_needed && (
        <span className="publish-blocked">Someone else has to review it first.</span>
      )}
      {isBlocked ? (
        <Button className="publish-muted" aria-disabled aria-describedby="publish-blocked" onClick={onRun}>
          {plan.button}
        </Button>
      ) : (
        <Button
          type="primary"
          aria-keyshortcuts="Control+Enter"
          loading={running}
          disabled={!isReview && check === undefined}
          onClick={onRun}
        >
          {plan.button} <Kbd>Ctrl ⏎</Kbd>
        </Button>
      )}
    </div>
  )
}
