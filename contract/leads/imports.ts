import { Type } from 'typebox'
import { Nullable, type RowOf } from '#contract/kit/endpoint.ts'
import { importCalls } from '#contract/platform/import-calls.ts'
import { DATE_ORDERS } from '#contract/platform/imports.ts'
import { ENQUIRY_TEXTS, UTM_NAMES } from './enquiry-fields.ts'
import { LEAD_KINDS, PhoneCountry, SourceCode } from './lead.ts'

/** Of a column that no field takes: its cells go into the message, each with the column’s header. */
export const TO_MESSAGE = 'to_message'

/**
 * What a column of a file can hold. Several columns may hold the same: parts of a name, an address and a message are
 * joined, products pair with the quantities in their order, of everything else the first that says something counts.
 */
export const IMPORT_FIELDS = [
  'first_name',
  'last_name',
  ...ENQUIRY_TEXTS,
  'product',
  'quantity',
  TO_MESSAGE,
  'owner',
  'status',
  'source',
  'created_at',
  'tags',
  ...UTM_NAMES,
  'external_id',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** By what a row finds the lead that it updates, in this order. */
export const MATCHES = ['external_id', 'email', 'phone'] as const
export type Match = (typeof MATCHES)[number]

/** What is the same of a row and of what it repeats. */
export const KNOWN_BY: Readonly<Record<string, string>> = {
  external_id: 'external ID',
  email: 'email',
  phone: 'phone',
  person: 'person and company',
}

/** What an import may change of a known lead. An address is one: its parts, and the country, go together. */
export const UPDATED_FACTS = [
  'name',
  'email',
  'phone',
  'company',
  'job_title',
  'website',
  'address',
  'message',
  'external_id',
] as const
export type UpdatedFact = (typeof UPDATED_FACTS)[number]

/** Which of these a column of a file is about; undefined: an import never changes it. */
export const factOf = (field: string): UpdatedFact | undefined => {
  if (field === 'first_name' || field === 'last_name') return 'name'
  if (field === TO_MESSAGE) return 'message'
  if (['city', 'state', 'zipCode', 'country'].includes(field)) return 'address'
  return UPDATED_FACTS.find((fact) => fact === field)
}

const Facts = Type.Array(Type.Enum([...UPDATED_FACTS]), { maxItems: UPDATED_FACTS.length })
/** How rows change the leads that they are about. */
const Updating = {
  /** Whether they do; else known leads are left out or added again. */
  update_known: Type.Boolean(),
  match_by: Type.Array(Type.Enum([...MATCHES]), { minItems: 1, maxItems: MATCHES.length }),
  /** Facts that are only written where the lead has none, and those that stay as they are. All others are overwritten. */
  fill: Facts,
  leave: Facts,
}

/** A file to begin with: its header, and a row as an example. */
export const LEAD_TEMPLATE: readonly (readonly [header: string, field: ImportField, example: string])[] = [
  ['Name', 'name', 'Noura Al Shehri'],
  ['Email', 'email', 'noura@pumps.example'],
  ['Phone', 'phone', '+966 11 555 0123'],
  ['Company', 'company', 'Pumps & Valves Co.'],
  ['Job title', 'job_title', 'Purchasing manager'],
  ['Website', 'website', 'https://pumps.example'],
  ['Address', 'address', '12 King Fahd Road'],
  ['Postal code', 'zipCode', '01234'],
  ['City', 'city', 'Riyadh'],
  ['State', 'state', 'Riyadh Province'],
  ['Country', 'country', 'Saudi Arabia'],
  ['Product', 'product', 'Peristaltic pump'],
  ['Quantity', 'quantity', '12'],
  ['Message', 'message', 'Please send a quotation.'],
]

/** What a lead is called, for whoever sees it on a list. */
const SeenName = Nullable(Type.String())

const DateOrder = Type.Enum([...DATE_ORDERS])

export const leadImports = importCalls(
  {
    permission: 'leads_import',
    path: '/marketing',
    name: 'lead_import',
    many: 'leads',
    choices: ['add', 'update'],
    outcomes: ['held', 'invalid', 'unchanged'],
  },
  {
    field: Type.Enum([...IMPORT_FIELDS]),
    chosen: {
      source: Type.Optional(SourceCode),
      phone_country: Type.Optional(Nullable(PhoneCountry)),
      dates: Type.Optional(DateOrder),
      update_known: Type.Optional(Updating.update_known),
      match_by: Type.Optional(Updating.match_by),
      fill: Type.Optional(Facts),
      leave: Type.Optional(Facts),
    },
    options: {
      source: Type.String(),
      /** Where numbers without a country code are from; null: as the company says. */
      phone_country: Nullable(Type.String()),
      /** How dates like 03/04/2026 are read. */
      dates: DateOrder,
      ...Updating,
    },
    counts: {
      /** Quarantined by a restricted domain. */
      held: Type.Integer(),
      /** Added as invalid: their domain is restricted so. */
      invalid: Type.Integer(),
      /** Known leads that have all of it already. */
      unchanged: Type.Integer(),
    },
    row: {
      /** Of a duplicate: the lead that is there already. */
      known_lead: Nullable(
        Type.Object({
          id: Type.Integer(),
          lead_no: Type.Integer(),
          kind: Type.Enum([...LEAD_KINDS]),
          name: SeenName,
        }),
      ),
      name: Type.String(),
      email: Type.String(),
      company: Type.String(),
    },
    kept: { lead_no: Type.Integer(), name: SeenName },
  },
)
export type LeadImport = RowOf<typeof leadImports.list>
export type ImportRow = RowOf<typeof leadImports.rows>
export type KeptLead = RowOf<typeof leadImports.kept>
export type RowOutcome = ImportRow['outcome']
