import { Form, Input, Select, Space } from 'antd'
import { useId } from 'react'
import { lookups } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { fillCallingCode } from './calling-code.ts'
import { canBeDialled, EMAIL, isPhone, joinPhone, type CallingCode } from './phone-parts.ts'
import './lead-form.css'

/** All countries with their calling codes; one call for as long as the tab lives. */
export const useCountries = () => useOne(lookups.countries, {}, { staleTime: Infinity })

export const CountryField = ({ countries, required }: { countries: readonly CallingCode[]; required?: boolean }) => {
  const form = Form.useFormInstance()
  return (
    <Form.Item
      name="country"
      label="Country"
      rules={required ? [{ required: true, message: 'Choose the country' }] : []}
    >
      <Select
        allowClear={!required}
        showSearch={{ optionFilterProp: 'label' }}
        options={countryOptions(countries)}
        onChange={() => void fillCallingCode(form, countries)}
      />
    </Form.Item>
  )
}

/** The calling code and the number; joined again by `joinPhone`. */
export const PhoneField = ({ countries }: { countries: readonly CallingCode[] }) => {
  const id = useId()
  return (
    <Form.Item label="Phone" required htmlFor={id} className="phone-field">
      <Space.Compact block>
        <Form.Item name="phone_code" noStyle>
          <Select
            aria-label="Calling code"
            className="calling-code"
            popupMatchSelectWidth={260}
            showSearch={{ optionFilterProp: 'label' }}
            options={codeOptions(countries)}
            labelRender={codeAlone}
          />
        </Form.Item>
        <Form.Item name="phone" noStyle dependencies={['phone_code']} rules={[phoneRule]}>
          <Input id={id} type="tel" inputMode="tel" autoComplete="off" maxLength={50} />
        </Form.Item>
      </Space.Compact>
    </Form.Item>
  )
}

const phoneRule = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
  validator: (_: unknown, value: unknown) => {
    const code = getFieldValue('phone_code')
    const number = joinPhone(typeof code === 'string' ? code : undefined, typeof value === 'string' ? value : '')
    return number === '' || isPhone(number)
      ? Promise.resolve()
      : Promise.reject(new Error('Phone must have 6 to 15 digits'))
  },
})

/** The list names the countries too; the field shows the code. */
const codeAlone = ({ value }: { value?: string | number }) => String(value ?? '')

/** Made once for each list of countries: a select reads new options anew, and there are 250 of them. */
const once = <Out,>(make: (countries: readonly CallingCode[]) => Out) => {
  const made = new WeakMap<readonly CallingCode[], Out>()
  return (countries: readonly CallingCode[]) => {
    const kept = made.get(countries) ?? make(countries)
    made.set(countries, kept)
    return kept
  }
}

export const countryOptions = once((countries) => countries.map(({ code, name }) => ({ value: code, label: name })))

/** Countries with a calling code, each with it. */
export const phoneCountries = once((countries) =>
  countries.flatMap(({ code, name, calling_code }) =>
    calling_code === null ? [] : { value: code, label: `${name} (${calling_code})` },
  ),
)

/** One option for each code, with the countries that share it. */
const codeOptions = once((countries) => {
  const byCode = Map.groupBy(
    countries.filter(({ calling_code }) => calling_code !== null),
    ({ calling_code }) => calling_code,
  )
  return [...byCode].map(([code, sharing]) => ({
    value: code ?? '',
    label: `${code} ${sharing.map(({ name }) => name).join(', ')}`,
  }))
})

export const emailRule = {
  pattern: EMAIL,
  message: 'Enter an email address like name@example.com',
}

/** Without an email address and without a number that can be dialled nobody can be reached. */
export const reachableRule = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
  validator: (_: unknown, value: unknown) =>
    filled(value) !== '' || canBeDialled(filled(getFieldValue('phone')))
      ? Promise.resolve()
      : Promise.reject(new Error('Enter an email address or a phone number')),
})

const filled = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
