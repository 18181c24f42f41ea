import { Form, Input } from 'antd'
import { SHORTEST_PASSWORD } from '#contract/portal/password-resets.ts'

const TOO_SHORT = `Use at least ${SHORTEST_PASSWORD} characters`

/** Where a new password is chosen: its rules are said before anything is tried. */
export const NewPasswordField = ({ size }: { size?: 'large' }) => (
  <Form.Item
    name="password"
    label="New password"
    extra={`At least ${SHORTEST_PASSWORD} characters. Not a common password, and not your email address.`}
    rules={[
      {
        required: true,
        validator: (_, text: string = '') =>
          Array.from(text).length < SHORTEST_PASSWORD ? Promise.reject(new Error(TOO_SHORT)) : Promise.resolve(),
      },
    ]}
  >
    <Input.Password {...(size && { size })} autoComplete="new-password" maxLength={256} />
  </Form.Item>
)
