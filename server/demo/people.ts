import { PERMISSION_SETS, type PermissionSet } from '#contract/permission-sets.ts'
import { INDUSTRIAL, LABORATORY } from './catalogue.ts'

/** What every demo account signs in with. */
export const DEMO_PASSWORD = 'leadroom-demo'

export interface DemoPerson {
  /** Before the @ of the company's domain. */
  account: string
  firstName: string
  lastName: string
  set: PermissionSet
  department: string
  designation: string
  timeZone: string
  dateFormat: string
}

export type DemoCompany = (typeof COMPANIES)[number]

const person = (
  account: string,
  name: string,
  set: PermissionSet,
  [department, designation]: [string, string],
  timeZone: string,
  dateFormat = 'DD MMM YYYY',
): DemoPerson => {
  const [firstName = '', ...last] = name.split(' ')
  return { account, firstName, lastName: last.join(' '), set, department, designation, timeZone, dateFormat }
}

export const permissionsOf = ({ set }: DemoPerson) => [...PERMISSION_SETS[set]]

export const COMPANIES = [
  {
    name: 'Halden & Pryce Supply',
    domain: 'halden.example',
    formKey: 'halden-demo',
    timeZone: 'Asia/Kolkata',
    currency: 'INR',
    currencySymbol: '₹',
    catalogue: INDUSTRIAL,
    /** Its part of all leads. */
    share: 0.6,
    people: [
      person('admin', 'Meera Krishnan', 'Admin', ['Operations', 'Head of operations'], 'Asia/Kolkata'),
      person('manager', 'Arjun Deshpande', 'Marketing manager', ['Marketing', 'Marketing manager'], 'Asia/Kolkata'),
      person('qa', 'Lucía Fernández', 'QA', ['Marketing', 'Lead analyst'], 'Europe/Madrid', 'DD/MM/YYYY'),
      person('qa2', 'Tunde Adeyemi', 'QA', ['Marketing', 'Lead analyst'], 'Africa/Lagos'),
      person('rep', 'Hana Kobayashi', 'Sales rep', ['Sales', 'Account executive'], 'Asia/Tokyo', 'YYYY-MM-DD'),
      person('rep2', 'Callum Fraser', 'Sales rep', ['Sales', 'Account executive'], 'Europe/London'),
      person('qc', 'Zainab Qureshi', 'QC', ['Quality', 'Quality engineer'], 'Asia/Karachi'),
      person('content', 'Olivia Bennett', 'Content editor', ['Marketing', 'Content editor'], 'Australia/Sydney'),
    ],
  },
  {
    name: 'Meridian Instruments',
    domain: 'meridian.example',
    formKey: 'meridian-demo',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    currencySymbol: '€',
    catalogue: LABORATORY,
    share: 0.4,
    people: [
      person('admin', 'Katrin Vogel', 'Admin', ['Operations', 'Operations lead'], 'Europe/Berlin', 'DD.MM.YYYY'),
      person(
        'manager',
        'Thomas Lindqvist',
        'Marketing manager',
        ['Marketing', 'Marketing manager'],
        'Europe/Stockholm',
        'YYYY-MM-DD',
      ),
      person('qa', 'Amélie Rousseau', 'QA', ['Marketing', 'Lead analyst'], 'Europe/Paris', 'DD/MM/YYYY'),
      person('qa2', 'Piotr Zieliński', 'QA', ['Marketing', 'Lead analyst'], 'Europe/Warsaw', 'DD.MM.YYYY'),
      person('rep', 'Elif Yıldız', 'Sales rep', ['Sales', 'Sales engineer'], 'Europe/Istanbul', 'DD.MM.YYYY'),
      person('rep2', 'Mateus Carvalho', 'Sales rep', ['Sales', 'Sales engineer'], 'America/Sao_Paulo', 'DD/MM/YYYY'),
      person('qc', 'Linh Nguyễn', 'QC', ['Quality', 'Application specialist'], 'Asia/Ho_Chi_Minh', 'DD/MM/YYYY'),
      person(
        'content',
        'Grace Okafor',
        'Content editor',
        ['Marketing', 'Content editor'],
        'America/New_York',
        'MM/DD/YYYY',
      ),
    ],
  },
] as const
