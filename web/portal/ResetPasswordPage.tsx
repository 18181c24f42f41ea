import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { call, sentenceOf, useOne } from '#web/kit/data/api.ts'
import { useFormErrors } from '#web/kit/form/FormModal.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { Entrance } from './Entrance.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

const TITLE = 'New password'

/** Sets a new password. The token of its link comes behind the `#`, so that no server and no log sees it. */
export default function ResetPasswordPage() {
  const [token] = useState(() => location.hash.slice(1))
  const [done, setDone] = useState(false)
  const offer = useOne(passwordResets.offer, { body: { token } }, { enabled: token !== '', staleTime: Infinity })
  const refused = token === '' || offer.isError
  return (
    <Entrance>
      <PageTitle title={TITLE} />
      {done ? (
        <Notice kind="info" title="Password changed">
          You are signed out everywhere. Sign in with your new password.
        </Notice>
      ) : refused ? (
        <Notice kind="error" title="This link doesn’t work">
          {token === ''
            ? 'The link is incomplete. Open it again from the message, or ask for a new one.'
            : sentenceOf(offer.error, passwordResets.offer.failure)}
        </Notice>
      ) : offer.data ? (
        <ResetForm token={token} email={offer.data.data.email} onDone={() => setDone(true)} />
      ) : (
        <span className="bone" />
      )}
      {(done || refused) && <a href="/app">Go to sign in</a>}
    </Entrance>
  )
}

const ResetForm = ({ token, email, onDone }: { token: string; email: string; onDone: () => void }) => {
  const [form] = Form.useForm<{ email: string; password: string }>()
  const [running, setRunning] = useState(false)
  const errors = useFormErrors(form)

  const reset = async ({ password }: { password: string }) => {
    setRunning(true)
    errors.clear()
    try {
      await call(passwordResets.reset, { body: { token, password } }, { bare: true })
      onDone()
    } catch (failure) {
      errors.show(failure)
      setRunning(false)
    }
  }

  return (
    <>
      <p className="page-subtitle">Choose a new password. You’ll be signed out on all devices.</p>
      <Form
        form={form}
        layout="vertical"
        validateTrigger={errors.trigger}
        requiredMark={false}
        initialValues={{ email }}
        onFinish={(values) => void reset(values)}
        onFinishFailed={errors.showFields}
      >
        {errors.summary}
        <Form.Item name="email" label="Work email">
          <Input size="large" readOnly autoComplete="username" />
        </Form.Item>
        <NewPasswordField size="large" />
        <Button type="primary" size="large" block htmlType="submit" loading={running}>
          Change password
        </Button>
      </Form>
    </>
  )
}
