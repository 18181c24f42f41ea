import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { allowedDomains, type AllowedDomain } from '#contract/leads/allowed-domains.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { MATCHES } from '#web/leads/words/setting-words.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { cleanDomain } from './domain-name.ts'
import { DomainInput } from './DomainInput.tsx'
import { optionsOf } from './domain-settings.ts'
import { useAskFirst } from './use-ask-first.tsx'
import { useRowFaults } from './use-row-faults.ts'

type Allowed = Pick<AllowedDomain, 'domainName' | 'match' | 'note'>

/** The row at the top of the list: type or paste a domain, Enter allows it once it is clear what that touches, and the next one can follow. */
export const AllowDomain = ({ onAllowed }: { onAllowed: (domain: AllowedDomain) => void }) => {
  const [form] = Form.useForm<Allowed>()
  const faults = useRowFaults(form)
  const add = useAction(allowedDomains.add, {
    done: ({ data }) => `Allowed ${data.domainName}`,
    refreshes: [allowedDomains.list, restrictedDomains.list],
    then: ({ data }) => {
      faults.clear()
      form.resetFields(['domainName', 'note'])
      form.focusField('domainName')
      onAllowed(data)
    },
  })
  const { askFirst, dialog } = useAskFirst()
  const [looking, setLooking] = useState(false)
  const save = async (typed: Allowed) => {
    const body = { ...typed, domainName: cleanDomain(typed.domainName), note: typed.note || null }
    setLooking(true)
    try {
      await askFirst({
        title: (name) => `Always allow ${name}?`,
        button: 'Allow domain',
        allowed: { domainName: body.domainName, match: body.match },
        effect: undefined,
        act: () => add.orThrow({ body }),
      })
    } catch (failure) {
      faults.tell(sentenceOf(failure, allowedDomains.add.failure))
    } finally {
      setLooking(false)
    }
  }
  return (
    <Form
      form={form}
      className="add-domain"
      validateTrigger={faults.trigger}
      initialValues={{ match: 'subdomains' }}
      aria-label="Allow a domain"
      onFinish={(typed: Allowed) => void save(typed)}
      onFinishFailed={faults.stay}
    >
      <DomainInput label="Domain to allow" onClean={(domain) => form.setFieldValue('domainName', domain)} />
      <Form.Item name="match">
        <Select aria-label="Match" options={optionsOf(MATCHES)} />
      </Form.Item>
      <Form.Item name="note" className="add-domain-note">
        <Input aria-label="Note" placeholder="Note, why it is allowed" maxLength={500} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={looking || add.running}>
        Allow domain
      </Button>
      {dialog}
    </Form>
  )
}
