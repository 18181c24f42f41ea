import { Form, Input } from 'antd'
import { SUBSCRIBER_LIMITS, subscribers } from '#contract/content/subscribers.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { SUBSCRIBER_READS } from './subscriber-reads.ts'
import { callOf } from './subscriber-words.tsx'

interface Values {
  email: string
  name?: string
  note?: string
}

interface AddSubscriberProps {
  onAdded: (id: number) => void
  onClose: () => void
}

/** Adds an address, which its owner has to confirm. */
export const AddSubscriber = ({ onAdded, onClose }: AddSubscriberProps) => {
  const { data } = useOne(subscribers.summary, {})
  const add = useAction(subscribers.add, {
    done: ({ message, data: added }) => message ?? `Added ${callOf(added)}`,
    refreshes: SUBSCRIBER_READS,
  })
  return (
    <FormModal<Values>
      open
      title="Add subscriber"
      button="Add subscriber"
      draft="add-subscriber"
      onClose={onClose}
      onSave={async (values) => onAdded((await add.orThrow({ body: values })).data.id)}
    >
      <p className="dialog-note">
        {data?.data.mail_on === false
          ? 'No mail server is set up, so they get no mail now. They stay unconfirmed until you send them the confirmation.'
          : 'They get a mail and are on the list once they confirm.'}
      </p>
      <Form.Item name="email" label="Email" rules={[{ required: true, whitespace: true, message: 'Enter the email' }]}>
        <Input autoFocus inputMode="email" autoComplete="off" maxLength={320} />
      </Form.Item>
      <Form.Item name="name" label="Name">
        <Input autoComplete="off" maxLength={SUBSCRIBER_LIMITS.name} />
      </Form.Item>
      <Form.Item name="note" label="Note" extra="Only colleagues see it.">
        <Input.TextArea rows={2} maxLength={SUBSCRIBER_LIMITS.note} />
      </Form.Item>
    </FormModal>
  )
}
