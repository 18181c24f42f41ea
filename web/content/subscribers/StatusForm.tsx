import { Form, Input } from 'antd'
import { SUBSCRIBER_LIMITS } from '#contract/content/subscribers.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { callOf } from './subscriber-words.tsx'
import type { AskedStep, SubscriberActs, Target } from './use-subscriber-acts.ts'

interface Words {
  title: (who: string) => string
  button: string
  text: string
  /** Whether it takes a reason; undefined: none is stored. */
  reason?: 'optional' | 'required'
  danger: boolean
}

const WORDS: Readonly<Record<AskedStep, Words>> = {
  unsubscribe: {
    title: (who) => `Unsubscribe ${who}?`,
    button: 'Unsubscribe',
    text: 'They get no more mails, not even of a mailing that is running. Only they can subscribe again: you can’t undo this.',
    reason: 'optional',
    danger: true,
  },
  block: {
    title: (who) => `Block ${who}?`,
    button: 'Block',
    text: 'They get no mails, and no form or import brings them back until you unblock them.',
    reason: 'required',
    danger: true,
  },
  unblock: {
    title: (who) => `Unblock ${who}?`,
    button: 'Unblock',
    text: 'They become what they were before. Who was subscribed then gets the next mailing.',
    reason: 'required',
    danger: false,
  },
  reset_bounces: {
    title: (who) => `Reset the bounces of ${who}?`,
    button: 'Reset bounces',
    text: 'They are subscribed again and get the next mailing. Do this once you know that the address takes mail.',
    reason: 'required',
    danger: false,
  },
  erase: {
    title: (who) => `Erase ${who}?`,
    button: 'Erase subscriber',
    text: 'Email, name, note and history are erased for good. A digest of the address stays, so that no import brings it back. You can’t undo this.',
    danger: true,
  },
}

interface StatusFormProps {
  step: AskedStep
  subscriber: Target
  acts: SubscriberActs
  onClose: () => void
  onErased: () => void
}

/** Asks before a step that ends something, with the reason that is stored. */
export const StatusForm = ({ step, subscriber, acts, onClose, onErased }: StatusFormProps) => {
  const { title, button, text, reason, danger } = WORDS[step]
  return (
    <FormModal<{ reason?: string }>
      open
      danger={danger}
      title={title(callOf(subscriber))}
      button={button}
      onClose={onClose}
      onSave={async (values) => {
        await acts.step(step, subscriber, values.reason?.trim() ?? '')
        if (step === 'erase') onErased()
      }}
    >
      <p className="dialog-note">{text}</p>
      {reason && (
        <Form.Item
          name="reason"
          label="Reason"
          required={reason === 'required'}
          rules={reason === 'required' ? [{ required: true, whitespace: true, message: 'Enter the reason' }] : []}
        >
          <Input autoFocus autoComplete="off" maxLength={SUBSCRIBER_LIMITS.reason} />
        </Form.Item>
      )}
    </FormModal>
  )
}
