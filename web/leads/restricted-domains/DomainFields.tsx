import { Form, Input, Radio } from 'antd'
import type { RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { EFFECTS, MATCHES } from '#web/leads/words/setting-words.ts'
import { optionsOf } from './domain-settings.ts'

export type DomainValues = Pick<RestrictedDomain, 'domainName' | 'match' | 'effect' | 'note'>

/** All that is said of a restricted domain. */
export const DomainFields = () => (
  <>
    <Form.Item
      name="domainName"
      label="Domain"
      rules={[{ required: true, whitespace: true, message: 'Enter a domain, like example.com' }]}
    >
      <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={320} />
    </Form.Item>
    <Form.Item name="match" label="Match" required>
      <Radio.Group options={optionsOf(MATCHES)} />
    </Form.Item>
    <Form.Item name="effect" label="Effect on its enquiries" required>
      <Radio.Group options={optionsOf(EFFECTS)} />
    </Form.Item>
    <Form.Item name="note" label="Note">
      <Input.TextArea rows={3} maxLength={500} />
    </Form.Item>
  </>
)
