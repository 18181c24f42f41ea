import { Form, Input } from 'antd'
import { CountryField } from './CountryFields.tsx'
import type { CallingCode } from './phone-parts.ts'
import './lead-form.css'

/** The company and where it is, as every form about a lead asks for them. */
export const AddressFields = ({
  countries,
  required = false,
}: {
  countries: readonly CallingCode[]
  /** Whether company and country must be there, as in a verdict. */
  required?: boolean
}) => (
  <div className="fields">
    <Form.Item name="company" label="Company" required={required} className="field-6">
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
      <CountryField countries={countries} required={required} />
    </div>
  </div>
)
