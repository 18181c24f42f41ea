import { Form, type FormInstance } from 'antd'
import { useEffect } from 'react'
import { location } from '#contract/portal/location.ts'
import { fillCallingCode, fillUntouched } from '#web/leads/fields/calling-code.ts'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { useOne } from '#web/kit/data/api.ts'
import type { NewLead } from './new-lead.ts'

/** Offers the country in which the person seems to be, until somebody chooses one. Answers whether the one in the form is only offered. */
export const useOfferedCountry = (form: FormInstance<NewLead>, countries: readonly CallingCode[]) => {
  const offered = useOne(location.country, {}, { staleTime: Infinity }).data?.data.country
  const shown = Form.useWatch('country', form)

  useEffect(() => {
    if (!offered || form.getFieldValue('country') || form.isFieldTouched('country')) return
    fillUntouched(form, 'country', offered)
    void fillCallingCode(form, countries)
  }, [offered, form, countries])

  return Boolean(offered) && shown === offered && !form.isFieldTouched('country')
}
