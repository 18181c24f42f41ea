import { Form, Input, type FormInstance } from 'antd'
import { useId } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { AddressFields } from '#web/leads/fields/AddressFields.tsx'
import { EmailInput } from '#web/leads/fields/ContactFields.tsx'
import { PhoneField } from '#web/leads/fields/CountryFields.tsx'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { ProductFields } from '#web/leads/fields/ProductFields.tsx'
import '#web/leads/fields/lead-form.css'
import './desk.css'

/** The lead as it goes into the verdict, in the order of the payload. */
export const DeskFields = ({
  form,
  countries,
  lead,
  products,
}: {
  form: FormInstance
  countries: readonly CallingCode[]
  lead: Lead
  /** Whether it asks for products; who registers wants nothing yet. */
  products: boolean
}) => {
  const id = useId()
  return (
    <>
      <fieldset className="group" aria-labelledby={`${id}-contact`}>
        <h3 id={`${id}-contact`}>Contact</h3>
        <div className="fields">
          <Form.Item name="email" label="Email" required className="field-6">
            <EmailInput />
          </Form.Item>
          <div className="field-6">
            <PhoneField countries={countries} />
          </div>
        </div>
      </fieldset>
      <fieldset className="group" aria-labelledby={`${id}-company`}>
        <h3 id={`${id}-company`}>Company</h3>
        <AddressFields countries={countries} required />
      </fieldset>
      {products && <ProductFields form={form} lead={lead} />}
      <Form.Item name="comments" label="Comments" className="desk-comments">
        <Input.TextArea rows={2} className="grows" maxLength={10_000} />
      </Form.Item>
    </>
  )
}
