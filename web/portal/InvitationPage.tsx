import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { access } from '#contract/portal/access.ts'
import { call, sentenceOf, useOne } from '#web/kit/data/api.ts'
import { useFormErrors } from '#web/kit/form/FormModal.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { Entrance } from './Entrance.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { sendsMail } from './sends-mail.ts'

/** Accepts an invitation. Its token comes behind the `#`, so that no server and no log sees it. */
export default function InvitationPage() {
  const [token] = useState(() => location.hash.slice(1))
  const invitation = useOne(access.invitation, { body: { token } }, { enabled: token !== '', staleTime: Infinity })
  if (token === '' || invitation.isError)
    return (
      <Entrance>
        <PageTitle title="Invitation" />
        <Notice kind="error" title="This invitation doesn’t work">
          {token === ''
            ? 'The link is incomplete. Open it again from the message, or ask for a new one.'
            : sentenceOf(invitation.error, access.invitation.failure)}
        </Notice>
        <a href="/app">Go to sign in</a>
      </Entrance>
    )
  return (
    <Entrance>
      <PageTitle title="Invitation">
        {invitation.data ? `Join ${invitation.data.data.company_name}` : 'Invitation'}
      </PageTitle>
      {invitation.data ? <AcceptForm token={token} offer={invitation.data.data} /> : <span className="bone" />}
    </Entrance>
  )
}

interface Offer {
  email: string
  name: string
  has_password: boolean
}

const AcceptForm = ({ token, offer }: { token: string; offer: Offer }) => {
  const [form] = Form.useForm<{ email: string; password: string }>()
  const [running, setRunning] = useState(false)
  const errors = useFormErrors(form)

  const accept = async ({ email, password }: { email: string; password: string }) => {
    setRunning(true)
    errors.clear()
    try {
      await call(access.acceptInvitation, { body: { token, email, password } }, { bare: true })
      location.assign('/app')
    } catch (failure) {
      errors.show(failure)
      setRunning(false)
    }
  }

  return (
    <>
      <p className="page-subtitle">
        {offer.has_password
          ? `Hello ${offer.name}, you already have an account. Enter its password to join.`
          : `Hello ${offer.name}, choose a password to join.`}
      </p>
      <Form
        form={form}
        layout="vertical"
        validateTrigger={errors.trigger}
        requiredMark={false}
        initialValues={{ email: offer.email }}
        onFinish={(values) => void accept(values)}
        onFinishFailed={errors.showFields}
      >
        {errors.summary}
        <Form.Item name="email" label="Work email">
          <Input size="large" readOnly autoComplete="username" />
        </Form.Item>
        {offer.has_password ? (
          <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Enter your password' }]}>
            <Input.Password size="large" autoComplete="current-password" />
          </Form.Item>
        ) : (
          <NewPasswordField size="large" />
        )}
        <Button type="primary" size="large" block htmlType="submit" loading={running}>
          Join
        </Button>
      </Form>
      {offer.has_password && sendsMail() && <a href="/app/forgot-password">Forgot your password?</a>}
    </>
  )
}
