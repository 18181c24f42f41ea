import { faultsIn, type FieldError } from '#server/kit/errors.ts'
import { readSentPhone } from '#server/platform/contact-details/phone.ts'
import { isReachable, NO_CONTACT } from '#server/platform/contact-details/reachable.ts'
import { readCountry, readEmail, readWebsite } from './enquiry.ts'

interface Said {
  email?: string | undefined
  phone?: string | undefined
  country?: string | undefined
  website?: string | undefined
}

/** Everything that is wrong with what an enquirer says, so that it can be corrected in one go. */
export const enquiryFaults = ({ email, phone, country, website }: Said, phoneCountry: string | null): FieldError[] => {
  const faults = contactFaults({ email, country })
  const isUnreachable = () => {
    const said = phone?.trim() || null
    const read = said === null ? null : readSentPhone(said, countryIn(faults, country) ?? phoneCountry)
    return !isReachable({ email: readEmail(email)?.email ?? null, phone: read ?? said })
  }
  if (!faults.some(({ field }) => field === 'email') && isUnreachable())
    faults.push({ field: 'email', message: NO_CONTACT })
  return [...faults, ...faultsIn(() => readWebsite(website))]
}

/** The same of an address and a country alone. */
export const contactFaults = ({ email, country }: Pick<Said, 'email' | 'country'>): FieldError[] => [
  ...faultsIn(() => readEmail(email)),
  ...faultsIn(() => readCountry(country)),
]

const countryIn = (faults: readonly FieldError[], country: string | undefined) =>
  faults.some(({ field }) => field === 'country') ? null : readCountry(country)
