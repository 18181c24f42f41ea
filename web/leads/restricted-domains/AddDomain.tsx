import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { restrictedDomains, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { EFFECTS, MATCHES } from '#web/leads/words/setting-words.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { cleanDomain } from './domain-name.ts'
import { DomainInput } from './DomainInput.tsx'
import { optionsOf } from './domain-settings.ts'
import { useAskFirst } from './use-ask-first.tsx'
import { useRowFaults } from './use-row-faults.ts'
import './restricted-domains.css'

type Added = Pick<RestrictedDomain, 'domainName' | 'match' | 'effect'>

/**
 * The row at the top of the list: type or paste a domain, Enter adds it, and the next one can follow. One that leads came from
 * is asked about first.
 */
export const AddDomain = () => {
  const [form] = Form.useForm<Added>()
  const faults = useRowFaults(form)
  const add = useAction(restrictedDomains.add, {
    done: ({ data }) => `${data.domainName} is restricted`,
    refreshes: restrictedDomains.list,
    then: () => {
      faults.clear()
      form.resetFields(['domainName'])
      form.focusField('domainName')
    },
  })
  const { askFirst, dialog } = useAskFirst()
  const [looking, setLooking] = useState(false)

  const save = async (typed: Added) => {
    const added = { ...typed, domainName: cleanDomain(typed.domainName) }
    setLooking(true)
    try {
      await askFirst({
        title: (name) => `Restrict ${name}?`,
        button: 'Restrict domain',
        change: added,
        effect: added.effect,
        act: () => add.orThrow({ body: added }),
      })
    } catch (failure) {
      faults.tell(sentenceOf(failure, restrictedDomains.add.failure))
    } finally {
      setLooking(false)
    }
  }
  return (
    <Form
      form={form}
      className="add-domain"
      validateTrigger={faults.trigger}
      initialValues={{ match: 'subdomains', effect: 'quarantine' }}
      aria-label="Restrict a domain"
      onFinish={(added: Added) => void save(added)}
      onFinishFailed={faults.stay}
    >
      <DomainInput label="Domain to restrict" onClean={(domain) => form.setFieldValue('domainName', domain)} />
      <Form.Item name="match">
        <Select aria-label="Match" options={optionsOf(MATCHES)} />
      </Form.Item>
      <Form.Item name="effect">
        <Select aria-label="Effect" options={optionsOf(EFFECTS)} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={looking || add.running}>
        Add domain
      </Button>
      {dialog}
    </Form>
  )
}
