import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { call } from '#web/kit/data/api.ts'
import { useFormErrors } from '#web/kit/form/FormModal.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { Entrance } from './Entrance.tsx'

/** Asks for a link to choose a new password. Whether the address has an account is not said. */
export default function ForgotPasswordPage() {
  const [form] = Form.useForm<{ email: string }>()
  const [running, setRunning] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const errors = useFormErrors(form)

  const ask = async ({ email }: { email: string }) => {
    setRunning(true)
    errors.clear()
    try {
      await call(passwordResets.forgot, { body: { email } }, { bare: true })
      setSentTo(email)
    } catch (failure) {
      errors.show(failure)
    }
    setRunning(false)
  }

  return (
    <Entrance>
      <PageTitle title="Forgot password" />
      {sentTo === undefined ? (
        <>
          <p className="page-subtitle">We’ll email you a link to choose a new one.</p>
          <Form
            form={form}
            layout="vertical"
            validateTrigger={errors.trigger}
            requiredMark={false}
            onFinish={(values) => void ask(values)}
            onFinishFailed={errors.showFields}
          >
            {errors.summary}
            <Form.Item name="email" label="Work email" rules={[{ required: true, message: 'Enter your work email' }]}>
              <Input
                type="email"
                size="large"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                inputMode="email"
              />
            </Form.Item>
            <Button type="primary" size="large" block htmlType="submit" loading={running}>
              Email me a link
            </Button>
          </Form>
        </>
      ) : (
        <Notice kind="info" title="Check your email">
          If {sentTo} has an account, a link is on its way. It works once, for one hour.
        </Notice>
      )}
      <a href="/app">Back to sign in</a>
    </Entrance>
  )
}
