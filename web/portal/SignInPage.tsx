import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { session as portal } from '#contract/portal/session.ts'
import { call } from '#web/kit/data/api.ts'
import { useFormErrors } from '#web/kit/form/FormModal.tsx'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { keepAccessToken, accessToken } from '#web/kit/data/session.ts'
import { ChooseCompany, companiesToChoose, type NamedCompany } from './ChooseCompany.tsx'
import { Entrance } from './Entrance.tsx'
import { sendsMail } from './sends-mail.ts'

interface Credentials {
  email: string
  password: string
}

/** The product's own sign-in page, where no parent app has one. */
export default function SignInPage() {
  const [form] = Form.useForm<Credentials>()
  const [running, setRunning] = useState(false)
  const errors = useFormErrors(form)
  const [choice, setChoice] = useState<{ credentials: Credentials; companies: readonly NamedCompany[] }>()

  const signIn = async (credentials: Credentials, company?: number) => {
    setRunning(true)
    errors.clear()
    try {
      const { token } = await call(
        portal.signIn,
        { body: { ...credentials, ...(company && { company_id: company }) } },
        { bare: true },
      )
      if (accessToken() === undefined) keepAccessToken(token)
      const { data: companies } = await call(portal.companies, {}, { bare: true })
      // As a new page: whoever signs in starts with nothing that the tab knew of somebody else, or had begun for them.
      location.assign(companies.length > 1 && company === undefined ? '/app/companies?choose=1' : '/')
    } catch (failure) {
      const companies = companiesToChoose(failure)
      setChoice(companies && { credentials, companies })
      if (!companies) errors.show(failure)
      setRunning(false)
    }
  }

  if (choice)
    return (
      <Entrance>
        <ChooseCompany
          companies={choice.companies}
          running={running}
          onChoose={(company) => void signIn(choice.credentials, company)}
        />
      </Entrance>
    )
  return (
    <Entrance>
      <PageTitle title="Sign in" />
      <p className="page-subtitle">Use your company account.</p>
      <Form
        form={form}
        layout="vertical"
        validateTrigger={errors.trigger}
        requiredMark={false}
        onFinish={(credentials) => void signIn(credentials)}
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
        <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Enter your password' }]}>
          <Input.Password size="large" autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" loading={running}>
          Sign in
        </Button>
      </Form>
      {sendsMail() && <a href="/app/forgot-password">Forgot your password?</a>}
      <DemoAccounts onPick={(account) => form.setFieldsValue(account)} />
    </Entrance>
  )
}

/** On loopback, a server with demo data says `on` in `<meta name="demo">`, or names the accounts: `[{email, password, label}]`. */
const DemoAccounts = ({ onPick }: { onPick: (account: Credentials) => void }) => {
  const accounts = demoAccounts()
  if (accounts === 'on')
    return <p className="demo-note">This is a demo. Demo accounts are printed in the server’s terminal.</p>
  if (accounts.length === 0) return null
  return (
    <section className="demo-accounts" aria-label="Demo accounts">
      <h2>Demo accounts</h2>
      <ul>
        {accounts.map(({ email, password, label }) => (
          <li key={email}>
            <button type="button" onClick={() => onPick({ email, password })}>
              <strong>{label}</strong>
              <span className="second">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const demoAccounts = (): 'on' | readonly (Credentials & { label: string })[] => {
  const content = document.querySelector<HTMLMetaElement>('meta[name=demo]')?.content
  if (!content || !LOOPBACK.test(location.hostname)) return []
  if (content === 'on') return 'on'
  try {
    const named: unknown = JSON.parse(content)
    return Array.isArray(named) ? named.filter(isAccount) : []
  } catch {
    return []
  }
}

const isAccount = (one: unknown): one is Credentials & { label: string } =>
  typeof one === 'object' &&
  one !== null &&
  ['email', 'password', 'label'].every((name) => typeof Reflect.get(one, name) === 'string')
