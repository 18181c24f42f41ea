import type { FormInstance } from 'antd'
import { lookups } from '#contract/leads/lookups.ts'
import { ApiError, queryFor } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { codeInRefusal, type CallingCode } from './phone-parts.ts'

/** Puts the calling code of the form's country before a number that is still to be typed; a code that somebody chose stays. */
export const fillCallingCode = async (form: FormInstance, countries: readonly CallingCode[]) => {
  const country: unknown = form.getFieldValue('country')
  if (typeof country !== 'string' || !isOpen(form)) return
  const known = countries.find(({ code }) => code === country)?.calling_code
  const code = known ?? (await askCallingCode(country))
  if (isOpen(form) && form.getFieldValue('country') === country) fillUntouched(form, 'phone_code', code)
}

/** Puts a value in as if it had been there from the beginning: nobody has chosen it. */
export const fillUntouched = (form: FormInstance, name: string, value: unknown) =>
  form.setFields([{ name, value, touched: false }])

const isOpen = (form: FormInstance) => !form.getFieldValue('phone') && !form.isFieldTouched('phone_code')

const askCallingCode = (country: string) =>
  queryClient
    .fetchQuery({ ...queryFor(lookups.callingCode, { params: { country } }), staleTime: Infinity })
    .then(({ calling_code }) => calling_code, fromRefusal)

/** Only an answer about the country itself may hold its code: a server that is busy names seconds. */
const fromRefusal = (failure: unknown) =>
  failure instanceof ApiError && [400, 404, 502].includes(failure.status) ? codeInRefusal(failure) : undefined
