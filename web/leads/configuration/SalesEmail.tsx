import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import {
  PLACEHOLDERS,
  salesEmail,
  unknownPlaceholders,
  type SalesEmail as SalesEmailTexts,
} from '#contract/leads/sales-email.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { SALES_EMAIL } from './notification-defaults.ts'
import { SectionHistory } from './SectionHistory.tsx'

/** The words that sales begins an email to an enquirer with. */
export const SalesEmail = () => {
  const { data, isError, error, refetch } = useOne(salesEmail.now, {})
  const [editing, setEditing] = useState(false)
  const now = data?.data
  if (isError && !now)
    return (
      <Notice
        kind="error"
        title="The sales email did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, salesEmail.now.failure)}
      </Notice>
    )
  return (
    <>
      <section className="section" aria-labelledby="sales-email" aria-busy={!now}>
        <div className="settings-head">
          <h2 id="sales-email">Sales email</h2>
          {can(salesEmail.change) && (
            <Button disabled={!now} onClick={() => setEditing(true)}>
              Edit email
            </Button>
          )}
        </div>
        <p className="page-subtitle">
          “Write email” on a valid lead opens it in the rep’s own mail program, filled in from the lead.
        </p>
        {now && (
          <ul className="settings">
            <li>
              <div>
                <h3>{now.subject}</h3>
                <p className="sales-email-body">{now.body}</p>
              </div>
            </li>
          </ul>
        )}
      </section>
      <SectionHistory section="sales_email" />
      {now && editing && <EditSalesEmail now={now} onClose={() => setEditing(false)} />}
    </>
  )
}

const known = {
  validator: (_: unknown, text: string = '') => {
    const [unknown] = unknownPlaceholders(text)
    return unknown === undefined
      ? Promise.resolve()
      : Promise.reject(new Error(`{${unknown}} is not filled in. Use one of those below the text.`))
  },
}

const EditSalesEmail = ({ now, onClose }: { now: SalesEmailTexts; onClose: () => void }) => {
  const change = useAction(salesEmail.change, { done: 'Setting saved', refreshes: SALES_EMAIL })
  return (
    <FormModal<SalesEmailTexts>
      open
      title="Sales email"
      button="Save email"
      width={560}
      draft="sales-email"
      initialValues={now}
      onClose={onClose}
      onSave={(body) => change.orThrow({ body })}
    >
      <Form.Item
        name="subject"
        label="Subject"
        rules={[{ required: true, whitespace: true, message: 'Enter a subject' }, known]}
      >
        <Input autoFocus maxLength={200} />
      </Form.Item>
      <Form.Item
        name="body"
        label="Text"
        rules={[known]}
        extra={`Filled in: ${PLACEHOLDERS.map((word) => `{${word}}`).join(', ')}. When the email gets too long for mail programs, only the subject is filled in.`}
      >
        <Input.TextArea rows={9} maxLength={1_200} showCount />
      </Form.Item>
    </FormModal>
  )
}
