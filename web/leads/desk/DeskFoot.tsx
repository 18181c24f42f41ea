import { Button } from 'antd'
import type { Lead } from '#contract/leads/lead.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { look } from '#web/kit/look/theme.ts'
import { mayRefuse, mustStart } from './lead-desk.ts'
import './desk.css'

interface DeskFootProps {
  lead: Lead
  /** While a reason is asked for, the primary button means "Mark invalid". */
  refusing: boolean
  busy: boolean
  onInvalid: () => void
  onLeaveInvalid: () => void
  onStart: () => void
  onDecide: () => void
}

export const DeskFoot = ({ lead, refusing, busy, onInvalid, onLeaveInvalid, onStart, onDecide }: DeskFootProps) => {
  const dark = look.use() === 'dark'
  return (
    <div className="desk-foot">
      {refusing ? (
        <Button onClick={onLeaveInvalid}>
          Cancel<Kbd>Esc</Kbd>
        </Button>
      ) : (
        <>
          {mayRefuse(lead) && (
            <Button danger disabled={busy} aria-keyshortcuts="I" onClick={onInvalid}>
              Mark invalid<Kbd>I</Kbd>
            </Button>
          )}
          {mustStart(lead) && (
            <Button className="desk-start" disabled={busy} aria-keyshortcuts="P" onClick={onStart}>
              In progress<Kbd>P</Kbd>
            </Button>
          )}
        </>
      )}
      <Button
        className="desk-decide"
        type={refusing && dark ? 'default' : 'primary'}
        danger={refusing}
        loading={busy}
        aria-keyshortcuts="Control+Enter"
        onClick={onDecide}
      >
        {refusing ? 'Mark invalid' : 'Validate and next'}
        <Kbd>Ctrl</Kbd>
        <Kbd>Enter</Kbd>
      </Button>
    </div>
  )
}
