import { readPhone } from './phone.ts'

/** What is said of an enquiry or a lead that nobody could answer. */
export const NO_CONTACT = 'Enter an email address or a phone number'

/** As few as the numbers of a country have. */
const FEWEST_DIGITS = 6

/** Whether a person could call it: it can be read, or has a number's digits, of which only the country has to be found out. */
export const canBeDialled = (phone: string) =>
  readPhone(phone) !== undefined || (phone.match(/\p{Nd}/gu)?.length ?? 0) >= FEWEST_DIGITS

/** Whether somebody could be answered: by email, or by phone, as it was read or else as it was sent. */
export const isReachable = ({ email, phone }: { email: string | null; phone: string | null }) =>
  email !== null || (phone !== null && canBeDialled(phone))
