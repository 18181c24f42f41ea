import { Form, Input, Select } from 'antd'
import { assignedLeads } from '#contract/assigned-leads.ts'
import type { Lead } from '#contract/lead.ts'
import { registrationLeads } from '#contract/registration-leads.ts'
import { useAction } from '#web/kit/api.ts'
import { FormModal } from '#web/kit/FormModal.tsx'
import { AddressFields } from './AddressFields.tsx'
import { useCompanyWords } from './company-words.ts'
import { EmailInput } from './ContactFields.tsx'
import { useCountries } from './CountryFields.tsx'
import { linesOf, type ProductValues } from './lead-fields.ts'
import { offeredReasons } from './lead-words.ts'
import { ProductFields } from './ProductFields.tsx'
import { AFTER_ACT } from './refresh-leads.ts'
import './lead-form.css'

interface ReopenProps {
  lead: Lead
  onClose: () => void
}

/** Turns a verdict over; the earlier one stays in the history, and whoever sells hears of it. */
export const ReopenDialog = (props: ReopenProps) =>
  props.lead.status === 'valid' ? <MarkInvalid {...props} /> : <ValidateAfterAll {...props} />

const MarkInvalid = ({ lead, onClose }: ReopenProps) => {
  // A duplicate is named at the desk, where the other lead can be chosen.
  const reasons = offeredReasons(useCompanyWords()).filter(({ value }) => value !== 'duplicate')
  const invalidate = useAction(assignedLeads.invalidate, {
    done: `${lead.name} is invalid now`,
    refreshes: AFTER_ACT,
  })
  return (
    <FormModal<{ reason: string; note?: string }>
      open
      title={`Mark ${lead.name} invalid after all`}
      button="Mark invalid"
      danger
      onClose={onClose}
      onSave={({ reason, note = '' }) =>
        invalidate.orThrow({
          body: {
            enquiryId: lead.id,
            status: 'invalid',
            reason,
            version: lead.version,
            ...(note.trim() && { note: note.trim() }),
          },
        })
      }
    >
      <Form.Item name="reason" label="Reason" rules={[{ required: true, message: 'Choose the reason' }]}>
        <Select autoFocus placeholder="Choose a reason" options={reasons} />
      </Form.Item>
      <Form.Item
        name="note"
        label="Note"
        dependencies={['reason']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              getFieldValue('reason') === 'other' && !String(value ?? '').trim()
                ? Promise.reject(new Error('Say in a few words why this lead is invalid'))
                : Promise.resolve(),
          }),
        ]}
      >
        <Input.TextArea rows={2} className="grows" maxLength={2000} />
      </Form.Item>
    </FormModal>
  )
}

interface ValidValues {
  reason: string
  email: string
  company: string
  website: string
  address: string
  zipCode: string
  city: string
  state: string
  country?: string
  /** Absent for a registration, which wants nothing yet. */
  products?: ProductValues[]
}

const ValidateAfterAll = ({ lead, onClose }: ReopenProps) => {
  const countries = useCountries().data?.data ?? []
  const [form] = Form.useForm<ValidValues>()
  const options = { done: `${lead.name} is valid now`, refreshes: AFTER_ACT }
  const validate = useAction(assignedLeads.validate, options)
  const register = useAction(registrationLeads.validate, options)
  const send = lead.kind === 'registration' ? register : validate
  const { email, company, website, address, zipCode, city, state, country } = lead
  return (
    <FormModal<ValidValues>
      open
      form={form}
      width={720}
      title={`Validate ${lead.name} after all`}
      button="Validate"
      initialValues={{
        email: email ?? '',
        company: company ?? '',
        website: website ?? '',
        address: address ?? '',
        zipCode: zipCode ?? '',
        city: city ?? '',
        state: state ?? '',
        ...(country && { country }),
        products: lead.products,
      }}
      onClose={onClose}
      onSave={({ products, reason, ...fields }) =>
        send.orThrow({
          body: {
            ...fields,
            enquiryId: lead.id,
            status: 'valid',
            reason: reason.trim(),
            version: lead.version,
            ...(products && { products: linesOf(products) }),
          },
        })
      }
    >
      <Form.Item
        name="reason"
        label="Why the earlier verdict is turned over"
        rules={[{ required: true, whitespace: true, message: 'Say why the earlier verdict is turned over' }]}
      >
        <Input autoFocus maxLength={2000} />
      </Form.Item>
      <Form.Item name="email" label="Email">
        <EmailInput />
      </Form.Item>
      <AddressFields countries={countries} required />
      {lead.kind === 'enquiry' && <ProductFields form={form} lead={lead} />}
    </FormModal>
  )
}
