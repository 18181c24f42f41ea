import { Form, Input, type FormInstance } from 'antd'
import { CountryField, PhoneField } from './CountryFields.tsx'
import type { DeskValues } from './lead-desk.ts'
import type { CallingCode } from './phone-parts.ts'
import { ProductFields } from './ProductFields.tsx'

/** The lead as it goes into the verdict, in the order of the payload. */
export const DeskFields = ({
  form,
  countries,
}: {
  form: FormInstance<DeskValues>
  countries: readonly CallingCode[]
}) => (
  <>
    <fieldset className="group" aria-labelledby="desk-contact">
      <h3 id="desk-contact">Contact</h3>
      <div className="fields">
        <Form.Item name="email" label="Email" required className="field-6">
          <Input type="email" inputMode="email" autoComplete="off" maxLength={320} />
        </Form.Item>
        <div className="field-6">
          <PhoneField countries={countries} />
        </div>
      </div>
    </fieldset>
    <fieldset className="group" aria-labelledby="desk-company">
      <h3 id="desk-company">Company</h3>
      <div className="fields">
        <Form.Item name="company" label="Company" required className="field-6">
          <Input autoComplete="off" maxLength={200} />
        </Form.Item>
        <Form.Item name="website" label="Website" className="field-6">
          <Input inputMode="url" autoComplete="off" maxLength={500} />
        </Form.Item>
        <Form.Item name="address" label="Address" className="field-8">
          <Input autoComplete="off" maxLength={500} />
        </Form.Item>
        <Form.Item name="zipCode" label="Zip code" className="field-4">
          <Input autoComplete="off" maxLength={20} />
        </Form.Item>
        <Form.Item name="city" label="City" className="field-4">
          <Input autoComplete="off" maxLength={120} />
        </Form.Item>
        <Form.Item name="state" label="State" className="field-4">
          <Input autoComplete="off" maxLength={120} />
        </Form.Item>
        <div className="field-4">
          <CountryField countries={countries} required />
        </div>
      </div>
    </fieldset>
    <ProductFields form={form} />
    <Form.Item name="comments" label="Comments" className="desk-comments">
      <Input.TextArea rows={2} className="grows" maxLength={10_000} />
    </Form.Item>
  </>
)
