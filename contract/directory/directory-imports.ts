import { Type } from 'typebox'
import { Nullable, type RowOf } from '#contract/kit/endpoint.ts'
import { importCalls } from '#contract/platform/import-calls.ts'
import { acts as importActs } from '#contract/platform/imports.ts'

/** What a column of a file of contacts can hold. A contact is known by its email address, or by its phone with its name. */
export const CONTACT_IMPORT_FIELDS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  designation: 'Designation',
  department: 'Department',
  company: 'Company',
  website: 'Website',
  country: 'Country',
  city: 'City',
} as const
export type ContactImportField = keyof typeof CONTACT_IMPORT_FIELDS
export const CONTACT_IMPORT_FIELD_NAMES = Object.keys(CONTACT_IMPORT_FIELDS).filter(
  (name): name is ContactImportField => name in CONTACT_IMPORT_FIELDS,
)

/** What a column of a file of companies can hold. A company is known by its domain, or by its name with its country. */
export const COMPANY_IMPORT_FIELDS = {
  name: 'Name',
  domain: 'Domain',
  website: 'Website',
  phone: 'Phone',
  country: 'Country',
  state: 'State',
  city: 'City',
  zip_code: 'ZIP code',
  address: 'Address',
} as const
export type CompanyImportField = keyof typeof COMPANY_IMPORT_FIELDS
export const COMPANY_IMPORT_FIELD_NAMES = Object.keys(COMPANY_IMPORT_FIELDS).filter(
  (name): name is CompanyImportField => name in COMPANY_IMPORT_FIELDS,
)

const described = { permission: 'contacts_edit', path: '/communication' } as const
/** Of known ones: every value of the row counts, or only those of fields that show nothing. */
const UPDATE = 'update'
const FILL = 'fill'
const counts = {
  /** Known ones that have all of it already. */
  unchanged: Type.Integer(),
}

export const directoryImports = importCalls(
  { ...described, name: 'contact_import', many: 'contacts', choices: [UPDATE, FILL], outcomes: ['unchanged'] },
  {
    field: Type.Enum(CONTACT_IMPORT_FIELD_NAMES),
    chosen: {},
    options: {},
    counts,
    row: {
      known_contact: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
      name: Type.String(),
      email: Type.String(),
    },
    kept: { name: Type.String(), email: Nullable(Type.String()) },
  },
)
export type DirectoryImport = RowOf<typeof directoryImports.list>
export type DirectoryImportRow = RowOf<typeof directoryImports.rows>
export type KeptContact = RowOf<typeof directoryImports.kept>

export const directoryCompanyImports = importCalls(
  { ...described, name: 'company_import', many: 'companies', choices: [UPDATE, FILL], outcomes: ['unchanged'] },
  {
    field: Type.Enum(COMPANY_IMPORT_FIELD_NAMES),
    chosen: {},
    options: {},
    counts,
    row: {
      known_company: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
      name: Type.String(),
      domain: Type.String(),
    },
    kept: { name: Type.String(), domain: Nullable(Type.String()) },
  },
)
export type DirectoryCompanyImport = RowOf<typeof directoryCompanyImports.list>
export type DirectoryCompanyImportRow = RowOf<typeof directoryCompanyImports.rows>
export type KeptCompany = RowOf<typeof directoryCompanyImports.kept>

export const acts = importActs
