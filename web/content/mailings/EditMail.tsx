import { Form, Input, InputNumber } from 'antd'
import { MAILING_LIMITS, mailings, type MailSettings } from '#contract/content/mailings.ts'
import { changes } from '#contract/platform/changes.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'

type Values = Pick<MailSettings, 'from_name' | 'reply_to' | 'hold_minutes' | 'per_minute' | 'footer'>

const { hold_minutes: HOLD, from_name: NAME, footer: FOOTER } = MAILING_LIMITS

/** All that is said of mails to subscribers, in one form. */
export const EditMail = ({ now, onClose }: { now: MailSettings; onClose: () => void }) => {
  const change = useAction(mailings.setSettings, {
    done: 'Mail settings saved',
    refreshes: [mailings.settings, mailings.preview, changes.list],
  })
  const { from_name, reply_to, hold_minutes, per_minute, footer } = now
  return (
    <FormModal<Values>
      open
      title="Edit mail"
      button="Save mail settings"
      draft="mail-settings"
      width={520}
      onClose={onClose}
      initialValues={{ from_name, reply_to, hold_minutes, per_minute, footer }}
      onSave={(values) =>
        change.orThrow({ body: { ...values, per_minute: values.per_minute ?? null, version: now.version } })
      }
    >
      <Form.Item name="from_name" label="Sender’s name" extra="Leave empty for the name that the server has.">
        <Input maxLength={NAME} />
      </Form.Item>
      <Form.Item
        name="reply_to"
        label="Replies go to"
        extra="Leave empty for the sender’s address."
        rules={[{ type: 'email', message: 'Write it like marketing@example.com' }]}
      >
        <Input maxLength={254} />
      </Form.Item>
      <Form.Item
        name="hold_minutes"
        label="Hold in minutes"
        extra={`Before it begins, a mailing waits so long, from ${HOLD.least} to ${HOLD.most} minutes. You can cancel it until then.`}
        rules={[{ required: true, message: `Enter ${HOLD.least} to ${HOLD.most} minutes` }]}
      >
        <InputNumber min={HOLD.least} max={HOLD.most} precision={0} />
      </Form.Item>
      <Form.Item
        name="per_minute"
        label="Mails a minute"
        extra={`Leave empty for as many as this server allows: ${now.most_per_minute}.`}
      >
        <InputNumber min={1} max={now.most_per_minute} precision={0} />
      </Form.Item>
      <Form.Item name="footer" label="Footer" extra="A line above the postal address.">
        <Input maxLength={FOOTER} />
      </Form.Item>
    </FormModal>
  )
}
