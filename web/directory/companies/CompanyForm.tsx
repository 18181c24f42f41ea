import { Form, Input, Select } from 'antd'
import { companies, COMPANY_ROLES, type Company } from '#contract/directory/companies.ts'
import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { CountrySelect } from '#web/directory/directory-facts/CountrySelect.tsx'
import { ROLE_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { DIRECTORY_READS } from '#web/directory/directory-facts/directory-reads.ts'
import { TagsSelect } from '#web/directory/directory-facts/TagsSelect.tsx'
import { companyChange, newCompany, valuesOfCompany, type CompanyValues } from './company-values.ts'
import type { useCompanyActs } from './use-company-acts.ts'
import '#web/directory/directory-facts/directory.css'

interface AddCompanyProps {
  onAdded: (id: number) => void
  onClose: () => void
}

/** Adds a company that nobody has written from. */
export const AddCompany = ({ onAdded, onClose }: AddCompanyProps) => {
  const add = useAction(companies.add, { done: ({ data }) => `Added ${data.name}`, refreshes: DIRECTORY_READS })
  return (
    <FormModal<CompanyValues>
      open
      width={640}
      title="Add company"
      button="Add company"
      draft="add-company"
      onClose={onClose}
      onSave={async (values) => onAdded((await add.orThrow({ body: newCompany(values) })).data.id)}
    >
      <CompanyFields isNew />
    </FormModal>
  )
}

interface EditCompanyProps {
  company: Company
  onSave: ReturnType<typeof useCompanyActs>['save']
  onClose: () => void
}

/** Changes what is known of a company. What is not touched stays with what comes in. */
export const EditCompany = ({ company, onSave, onClose }: EditCompanyProps) => (
  <FormModal<CompanyValues>
    open
    width={640}
    title={`Edit ${company.name}`}
    button="Save"
    draft={`company-${company.id}`}
    initialValues={valuesOfCompany(company)}
    onClose={onClose}
    onSave={async (values) => {
      const change = companyChange(company, values)
      if (Object.keys(change).length > 0) await onSave(change)
    }}
  >
    <p className="dialog-note">Values that you change stay until you show again what comes in.</p>
    <CompanyFields />
  </FormModal>
)

const CompanyFields = ({ isNew = false }: { isNew?: boolean }) => (
  <div className="directory-fields">
    <Form.Item
      name="name"
      label="Name"
      rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}
      {...(!isNew && { className: 'directory-wide' })}
    >
      <Input autoFocus autoComplete="off" maxLength={DIRECTORY_LIMITS.companyName} />
    </Form.Item>
    {isNew && (
      <Form.Item name="domain" label="Domain">
        <Input autoComplete="off" placeholder="example.com" maxLength={253} />
      </Form.Item>
    )}
    <Form.Item name="website" label="Website">
      <Input inputMode="url" autoComplete="off" maxLength={DIRECTORY_LIMITS.value} />
    </Form.Item>
    <Form.Item name="phone" label="Phone">
      <Input type="tel" inputMode="tel" autoComplete="off" maxLength={60} />
    </Form.Item>
    <Form.Item name="address" label="Address" className="directory-wide">
      <Input.TextArea rows={1} className="grows grows-1" maxLength={DIRECTORY_LIMITS.value} />
    </Form.Item>
    <Form.Item name="zip_code" label="ZIP code">
      <Input autoComplete="off" maxLength={20} />
    </Form.Item>
    <Form.Item name="city" label="City">
      <Input autoComplete="off" maxLength={DIRECTORY_LIMITS.word} />
    </Form.Item>
    <Form.Item name="state" label="State">
      <Input autoComplete="off" maxLength={DIRECTORY_LIMITS.word} />
    </Form.Item>
    <Form.Item name="country" label="Country">
      <CountrySelect />
    </Form.Item>
    <Form.Item name="roles" label="Role">
      <Select mode="multiple" options={COMPANY_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))} />
    </Form.Item>
    <Form.Item name="tags" label="Tags">
      <TagsSelect />
    </Form.Item>
    <Form.Item name="description" label="Description" className="directory-wide">
      <Input.TextArea rows={2} className="grows" maxLength={DIRECTORY_LIMITS.description} />
    </Form.Item>
    <Form.Item name="note" label="Note" className="directory-wide">
      <Input.TextArea rows={2} className="grows" maxLength={DIRECTORY_LIMITS.note} />
    </Form.Item>
  </div>
)
