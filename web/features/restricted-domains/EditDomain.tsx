import { Form, Input, Radio } from 'antd'
import { restrictedDomains, type RestrictedDomain } from '#contract/restricted-domains.ts'
import { useAction } from '#web/kit/api.ts'
import { FormModal, STAY } from '#web/kit/FormModal.tsx'
import { cleanDomain } from './domain-name.ts'
import { EFFECTS, MATCHES, optionsOf } from './domain-settings.ts'
import { useAskFirst } from './use-ask-first.tsx'

type Edited = Pick<RestrictedDomain, 'domainName' | 'match' | 'effect' | 'note'>

interface EditDomainProps {
  domain: RestrictedDomain
  onClose: () => void
  onSaved: (domain: RestrictedDomain) => void
}

export const EditDomain = ({ domain, onClose, onSaved }: EditDomainProps) => {
  const update = useAction(restrictedDomains.update, {
    done: ({ data }) => `${data.domainName} saved`,
    refreshes: restrictedDomains.list,
  })
  const { askFirst, dialog } = useAskFirst()
  const { id, version, status, domainName, match, effect, note } = domain
  const save = async (typed: Edited) => {
    const edited = { ...typed, domainName: cleanDomain(typed.domainName) }
    const asked = await askFirst({
      title: (name) => `Change ${name}?`,
      button: () => 'Save domain',
      change: { id, domainName: edited.domainName, match: edited.match, effect: edited.effect },
      effect: status === 'active' ? edited.effect : undefined,
      act: async () => {
        const { data } = await update.orThrow({ params: { id }, body: { ...edited, version } })
        onClose()
        onSaved(data)
      },
    })
    return asked ? STAY : undefined
  }
  return (
    <FormModal<Edited>
      open
      title="Edit domain"
      button="Save domain"
      onClose={onClose}
      initialValues={{ domainName, match, effect, note }}
      onSave={save}
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
      {dialog}
    </FormModal>
  )
}
