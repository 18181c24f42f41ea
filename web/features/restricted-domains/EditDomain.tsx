import { Form, Input, Radio } from 'antd'
import { restrictedDomains, type RestrictedDomain } from '#contract/restricted-domains.ts'
import { useAction } from '#web/kit/api.ts'
import { FormModal } from '#web/kit/FormModal.tsx'
import { cleanDomain } from './domain-name.ts'
import { EFFECTS, MATCHES, optionsOf } from './domain-settings.ts'

type Edited = Pick<RestrictedDomain, 'domainName' | 'match' | 'effect' | 'note'>

export const EditDomain = ({ domain, onClose }: { domain: RestrictedDomain; onClose: () => void }) => {
  const update = useAction(restrictedDomains.update, {
    done: ({ data }) => `${data.domainName} saved`,
    refreshes: restrictedDomains.list,
  })
  const { id, version, domainName, match, effect, note } = domain
  return (
    <FormModal<Edited>
      open
      title="Edit domain"
      button="Save domain"
      onClose={onClose}
      initialValues={{ domainName, match, effect, note }}
      onSave={(edited) =>
        update.orThrow({ params: { id }, body: { ...edited, domainName: cleanDomain(edited.domainName), version } })
      }
    >
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
    </FormModal>
  )
}
