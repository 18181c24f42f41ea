import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { StaffStep, Subscriber } from '#contract/content/subscribers.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import type { AskedStep } from './use-subscriber-acts.ts'

export type FootStep = StaffStep | 'erase'

/** What each step is called and the key that it has. */
export const STEPS: Readonly<Record<FootStep, { label: string; key: string }>> = {
  resend_confirmation: { label: 'Send again', key: 'r' },
  reset_bounces: { label: 'Reset bounces…', key: 'r' },
  unsubscribe: { label: 'Unsubscribe…', key: 'u' },
  block: { label: 'Block…', key: 'b' },
  unblock: { label: 'Unblock…', key: 'b' },
  erase: { label: 'Erase…', key: 'e' },
}

/** Those that are asked about first. */
export const isAsked = (step: FootStep): step is AskedStep => step !== 'resend_confirmation'

interface SubscriberFootProps {
  subscriber: Subscriber
  onStep: (step: FootStep) => void
}

/** What can be done to the subscriber now; the confirmation is sent again where it is said that it is missing. */
export const SubscriberFoot = ({ subscriber, onStep }: SubscriberFootProps) => (
  <div className="subscriber-foot">
    {subscriber.steps.filter(isAsked).map((step) => (
      <Button key={step} aria-keyshortcuts={STEPS[step].key.toUpperCase()} onClick={() => onStep(step)}>
        {STEPS[step].label}
        <Kbd>{STEPS[step].key.toUpperCase()}</Kbd>
      </Button>
    ))}
    <Button
      type="text"
      className="subscriber-erase"
      icon={<DeleteOutlined aria-hidden />}
      aria-keyshortcuts="E"
      onClick={() => onStep('erase')}
    >
      {STEPS.erase.label}
    </Button>
  </div>
)
