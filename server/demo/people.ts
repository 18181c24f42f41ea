import { PERMISSION_SETS, type PermissionSet } from '#contract/platform/permission-sets.ts'
import { INDUSTRIAL, LABORATORY } from './catalogue.ts'
import { INDUSTRIAL_PROPERTIES, LABORATORY_PROPERTIES } from './properties.ts'

/** What every demo account signs in with. */
export const DEMO_PASSWORD = 'leadroom-demo'

export interface DemoPerson {
  /** Before the @ of the company's domain. */
  account: string
  firstName: string
  lastName: string
  /** Small companies: some do two jobs. */
  sets: readonly PermissionSet[]
  department: string
  designation: string
  timeZone: string
  dateFormat: string
}

export type DemoCompany = (typeof COMPANIES)[number]

const person = (
  account: string,
  name: string,
  sets: PermissionSet | readonly PermissionSet[],
  [department, designation]: [string, string],
  timeZone: string,
  dateFormat = 'DD MMM YYYY',
): DemoPerson => {
  const [firstName = '', ...last] = name.split(' ')
  return {
    account,
    firstName,
    lastName: last.join(' '),
    sets: [sets].flat(),
    department,
    designation,
    timeZone,
    dateFormat,
  }
}

export const permissionsOf = ({ sets }: DemoPerson) => [...new Set(sets.flatMap((set) => PERMISSION_SETS[set]))]

export const COMPANIES = [
  {
    name: 'Halden & Pryce Supply',
    domain: 'halden.example',
    formKey: 'halden-demo',
    timeZone: 'Asia/Kolkata',
    currency: 'INR',
    currencySymbol: '₹',
    catalogue: INDUSTRIAL,
    properties: INDUSTRIAL_PROPERTIES,
    hasBlog: true,
    siteKey: 'halden-blog',
    /** Its part of all leads. */
    share: 0.6,
    people: [
      person('admin', 'Meera Krishnan', 'Admin', ['Operations', 'Head of operations'], 'Asia/Kolkata'),
      person(
        'manager',
        'Arjun Deshpande',
        ['Marketing manager', 'Content editor'],
        ['Marketing', 'Marketing manager'],
        'Asia/Kolkata',
      ),
      person('qa', 'Lucía Fernández', 'QA', ['Marketing', 'Lead analyst'], 'Europe/Madrid', 'DD/MM/YYYY'),
      person('qa2', 'Tunde Adeyemi', ['QA', 'QC'], ['Marketing', 'Lead analyst'], 'Africa/Lagos'),
      person('rep', 'Hana Kobayashi', 'Sales rep', ['Sales', 'Account executive'], 'Asia/Tokyo', 'YYYY-MM-DD'),
      person('rep2', 'Callum Fraser', 'Sales rep', ['Sales', 'Account executive'], 'Europe/London'),
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
    properties: LABORATORY_PROPERTIES,
    hasBlog: false,
    siteKey: 'meridian-blog',
    share: 0.4,
    people: [
      person('admin', 'Katrin Vogel', 'Admin', ['Operations', 'Operations lead'], 'Europe/Berlin', 'DD.MM.YYYY'),
      person(
        'manager',
        'Thomas Lindqvist',
        ['Marketing manager', 'Content editor'],
        ['Marketing', 'Marketing manager'],
        'Europe/Stockholm',
        'YYYY-MM-DD',
      ),
      person('qa', 'Amélie Rousseau', 'QA', ['Marketing', 'Lead analyst'], 'Europe/Paris', 'DD/MM/YYYY'),
      person('qa2', 'Piotr Zieliński', ['QA', 'QC'], ['Marketing', 'Lead analyst'], 'Europe/Warsaw', 'DD.MM.YYYY'),
      person('rep', 'Elif Yıldız', 'Sales rep', ['Sales', 'Sales engineer'], 'Europe/Istanbul', 'DD.MM.YYYY'),
      person('rep2', 'Mateus Carvalho', 'Sales rep', ['Sales', 'Sales engineer'], 'America/Sao_Paulo', 'DD/MM/YYYY'),
    ],
  },
] as const
