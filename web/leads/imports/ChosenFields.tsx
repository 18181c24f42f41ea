import { Select } from 'antd'
import type { LeadImport } from '#contract/leads/imports.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { phoneCountries, useCountries } from '#web/leads/fields/CountryFields.tsx'
import { offeredSources, sourceCodes } from '#web/leads/words/lead-words.ts'
import { COMPANY_PHONE_COUNTRY } from '#web/leads/words/setting-words.ts'

/** What is chosen for all leads of an import. */
export type ChosenForLeads = Pick<
  LeadImport,
  'source' | 'phone_country' | 'dates' | 'update_known' | 'match_by' | 'fill' | 'leave'
>

interface ChosenFieldsProps {
  chosen: ChosenForLeads
  onChange: (more: Partial<ChosenForLeads>) => void
}

/** The source, and where numbers are from that do not say it. */
export const ChosenFields = ({ chosen: { source, phone_country }, onChange }: ChosenFieldsProps) => {
  const words = useCompanyWords()
  const countries = useCountries().data?.data ?? []
  return (
    <div className="import-chosen import-chosen-fields">
      <label htmlFor="import-source">
        <span>Source of these leads</span>
        <Select
          id="import-source"
          value={source}
          options={offeredSources(sourceCodes(words), words)}
          onChange={(next: string) => onChange({ source: next })}
        />
      </label>
      <label htmlFor="import-phone-country">
        <span>Numbers without a country code are from</span>
        <Select
          id="import-phone-country"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={COMPANY_PHONE_COUNTRY}
          value={phone_country}
          options={phoneCountries(countries)}
          onChange={(next: string | undefined) => onChange({ phone_country: next ?? null })}
        />
      </label>
    </div>
  )
}

const ORDERS: readonly { value: LeadImport['dates']; label: string }[] = [
  { value: 'day_first', label: '3 April 2026 (day first)' },
  { value: 'month_first', label: '4 March 2026 (month first)' },
]

/** How dates are read whose order of day and month the file does not say. */
export const DateOrderField = ({
  fields,
  chosen,
  onChange,
}: ChosenFieldsProps & { fields: readonly (string | null)[] }) =>
  fields.includes('created_at') ? (
    <label className="import-chosen" htmlFor="import-dates">
      <span>A created date of 03/04/2026 is</span>
      <Select
        id="import-dates"
        value={chosen.dates}
        options={[...ORDERS]}
        onChange={(dates: LeadImport['dates']) => onChange({ dates })}
      />
    </label>
  ) : null
