import { Button, Form, Input, Select } from 'antd'
import { DATE_FORMATS, profile } from '#contract/portal/profile.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { makeFormats } from '#web/kit/look/format.ts'
import { markOptional, useFormErrors } from '#web/kit/form/FormModal.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { session, updateSession } from '#web/kit/data/session.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import './portal.css'

interface Mine {
  firstname: string
  lastname: string
  email: string
  date_format: string
  timezone: string
  currency: string
}

/** The person's name, how dates are written for them, and their password. */
export default function ProfilePage() {
  const { data, isError, error, refetch } = useOne(profile.mine, {})
  return (
    <Page title="My profile" width={720}>
      {isError && (
        <Notice
          kind="error"
          title="Your profile did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, profile.mine.failure)}
        </Notice>
      )}
      {data && <ProfileForm mine={data.data} />}
      <PasswordForm />
    </Page>
  )
}

const ProfileForm = ({ mine }: { mine: Mine }) => {
  const [form] = Form.useForm<Mine>()
  const errors = useFormErrors(form)
  const save = useAction(profile.save, {
    done: 'Profile saved',
    refreshes: profile.mine,
    then: ({ data }) => {
      const { user } = session.get()
      if (user) updateSession({ user: { ...user, ...data, name: `${data.firstname} ${data.lastname}`.trim() } })
    },
  })
  const now = new Date()
  return (
    <Form
      form={form}
      className="section"
      layout="vertical"
      validateTrigger={errors.trigger}
      requiredMark={markOptional}
      initialValues={mine}
      onFinishFailed={errors.showFields}
      onFinish={({ email: _, ...body }) => {
        errors.clear()
        save
          .orThrow({
            body: {
              ...body,
              lastname: body.lastname ?? '',
              date_format: DATE_FORMATS.find((one) => one === body.date_format) ?? DATE_FORMATS[0],
            },
          })
          .catch(errors.show)
      }}
    >
      {errors.summary}
      <div className="profile-fields">
        <Form.Item
          name="firstname"
          label="First name"
          rules={[{ required: true, whitespace: true, message: 'Enter your first name' }]}
        >
          <Input autoComplete="given-name" maxLength={100} />
        </Form.Item>
        <Form.Item name="lastname" label="Last name">
          <Input autoComplete="family-name" maxLength={100} />
        </Form.Item>
        <Form.Item name="email" label="Work email" required>
          <Input readOnly />
        </Form.Item>
        <Form.Item name="date_format" label="Date format" required>
          <Select
            options={DATE_FORMATS.map((value) => ({
              value,
              label: makeFormats({ date_format: value, timezone: mine.timezone }).date(now),
            }))}
          />
        </Form.Item>
        <Form.Item name="timezone" label="Time zone" required>
          <Select
            showSearch
            options={zones(mine.timezone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          />
        </Form.Item>
        <Form.Item name="currency" label="Currency" required>
          <Select showSearch options={currencies(mine.currency).map((value) => ({ value, label: value }))} />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={save.running}>
        Save profile
      </Button>
    </Form>
  )
}

const zones = (mine: string) => [...new Set([mine, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
const currencies = (mine: string) => [...new Set([mine, ...Intl.supportedValuesOf('currency')])]

interface Passwords {
  current: string
  password: string
}

const PasswordForm = () => {
  const [form] = Form.useForm<Passwords>()
  const errors = useFormErrors(form)
  const change = useAction(profile.changePassword, { done: 'Password changed', then: () => form.resetFields() })
  return (
    <Form
      form={form}
      className="section"
      layout="vertical"
      validateTrigger={errors.trigger}
      requiredMark={false}
      onFinishFailed={errors.showFields}
      onFinish={(body) => {
        errors.clear()
        change.orThrow({ body }).catch(errors.show)
      }}
    >
      <h2>Password</h2>
      <p className="page-subtitle">Your other sessions end when it changes.</p>
      {errors.summary}
      <input
        className="sr-only"
        type="text"
        name="username"
        autoComplete="username"
        value={session.get().user?.email ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <div className="profile-fields">
        <Form.Item
          name="current"
          label="Current password"
          rules={[{ required: true, message: 'Enter your current password' }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <NewPasswordField />
      </div>
      <Button htmlType="submit" loading={change.running}>
        Change password
      </Button>
    </Form>
  )
}
