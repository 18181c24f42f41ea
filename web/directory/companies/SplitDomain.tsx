import { Form, Input, Radio } from 'antd'
import type { Company } from '#contract/directory/companies.ts'
import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { counted } from '#web/kit/look/format.ts'
import { CompanySelect } from '#web/directory/directory-facts/CompanySelect.tsx'
import type { useCompanyActs } from './use-company-acts.ts'

interface Values {
  to: 'new' | 'other'
  name?: string
  to_company_id?: number | null
}

interface SplitDomainProps {
  company: Company
  domain: Company['all_domains'][number]
  onSplit: ReturnType<typeof useCompanyActs>['split']
  onClose: () => void
}

/** Gives a domain, with its people and leads, to a company of its own or to another one. */
export const SplitDomain = ({ company, domain: { domain, leads, contacts }, onSplit, onClose }: SplitDomainProps) => {
  const [form] = Form.useForm<Values>()
  const to = Form.useWatch('to', form) ?? 'new'
  return (
    <FormModal<Values>
      open
      form={form}
      title={`Split ${domain} off ${company.name}`}
      button="Split off"
      initialValues={{ to: 'new', name: domain }}
      onClose={onClose}
      onSave={(values) =>
        onSplit({
          body: {
            company_id: company.id,
            domain,
            ...(values.to === 'new' && values.name?.trim() && { name: values.name.trim() }),
            ...(values.to === 'other' && values.to_company_id && { to_company_id: values.to_company_id }),
          },
        })
      }
    >
      <p className="dialog-note">
        {counted(contacts, 'person', 'people')} and {counted(leads, 'lead')} of this domain go with it. Later leads from
        it do, too.
      </p>
      <Form.Item name="to" label="To" required>
        <Radio.Group
          options={[
            { value: 'new', label: 'A new company' },
            { value: 'other', label: 'Another company' },
          ]}
        />
      </Form.Item>
      {to === 'new' ? (
        <Form.Item
          name="name"
          label="Name"
          rules={[{ required: true, whitespace: true, message: 'Enter the name of the new company' }]}
        >
          <Input autoComplete="off" maxLength={DIRECTORY_LIMITS.companyName} />
        </Form.Item>
      ) : (
        <Form.Item name="to_company_id" label="Company" rules={[{ required: true, message: 'Choose the company' }]}>
          <CompanySelect except={company.id} />
        </Form.Item>
      )}
    </FormModal>
  )
}
