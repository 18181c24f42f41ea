import { Type } from 'typebox'
import { Nullable, type RowOf } from '#contract/kit/endpoint.ts'
import { importCalls } from '#contract/platform/import-calls.ts'
import { ENQUIRY_TEXTS, SourceCode, UTM_NAMES } from './lead.ts'

/**
 * What a column of a file can hold. Several columns may hold the same: parts of a name, an address and a message are
 * joined, products pair with the quantities in their order, of everything else the first that says something counts.
 */
export const IMPORT_FIELDS = ['first_name', 'last_name', ...ENQUIRY_TEXTS, 'product', 'quantity', ...UTM_NAMES] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** What a lead is called, for whoever sees it on a list. */
const SeenName = Nullable(Type.String())

export const leadImports = importCalls(
  {
    permission: 'leads_import',
    path: '/marketing',
    name: 'lead_import',
    many: 'leads',
    choices: ['add'],
    outcomes: ['held', 'invalid'],
  },
  {
    field: Type.Enum([...IMPORT_FIELDS]),
    chosen: { source: Type.Optional(SourceCode) },
    options: { source: Type.String() },
    counts: {
      /** Quarantined by a restricted domain. */
      held: Type.Integer(),
      /** Added as invalid: their domain is restricted so. */
      invalid: Type.Integer(),
    },
    row: {
      /** Of a duplicate: the lead that is there already. */
      known_lead: Nullable(Type.Object({ id: Type.Integer(), lead_no: Type.Integer(), name: SeenName })),
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
