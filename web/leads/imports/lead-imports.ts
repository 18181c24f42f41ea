import {
  IMPORT_FIELDS,
  leadImports,
  type ImportField,
  type ImportRow,
  type KeptLead,
  type LeadImport,
} from '#contract/leads/imports.ts'
import { ENQUIRY_LABELS, UTM_LABELS } from '#contract/leads/lead.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { sharedCalls } from '#web/kit/data/shared-calls.ts'
import type { ImportArea } from '#web/platform/imports/import-area.ts'
import { SourceField, type ChosenForLeads } from './SourceField.tsx'

const LABELS: Readonly<Record<ImportField, string>> = {
  ...ENQUIRY_LABELS,
  first_name: 'First name',
  last_name: 'Last name',
  product: 'Product',
  quantity: 'Quantity',
  ...UTM_LABELS,
}

/** How files become leads. */
export const LEAD_IMPORTS: ImportArea<LeadImport, ImportRow, KeptLead, ChosenForLeads> = {
  calls: sharedCalls<ImportCalls>(leadImports),
  title: 'Import Leads',
  noun: { one: 'lead', many: 'leads' },
  lists: LEAD_LISTS,
  addedHref: ({ source }) => `/marketing/marketing_leads_list?source=${source}`,

  fields: IMPORT_FIELDS.map((value) => ({ value, label: LABELS[value] })),
  missing(fields) {
    const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field))
    if (!has('name', 'first_name', 'last_name')) return 'Choose the column with the name'
    if (!has('email', 'phone')) return 'Choose the column with the email address or phone number'
    return undefined
  },
  chosenOf: ({ source }) => ({ source }),
  ChosenFields: SourceField,

  words: {
    adding: 'Adding',
    added: 'added',
    reverting: 'Removing',
    reverted: 'removed',
    revert: (count) =>
      `${count} of this import will be deleted. Leads that someone has worked on since stay, and are listed afterwards. You can’t undo this.`,
  },
  known: {
    one: 'duplicate',
    many: 'duplicates',
    by: 'They match by email, phone, or person and company.',
    other: { code: 'add', verb: 'Add', done: 'Added', sum: 'duplicates among those added' },
  },
  notedSum: 'of them without their phone number',
  outcomes: [
    {
      outcome: 'held',
      label: 'Quarantined',
      sum: 'of them quarantined by a restricted domain',
      count: ({ held }) => held,
    },
    {
      outcome: 'invalid',
      label: 'Invalid',
      sum: 'of them invalid because of a restricted domain',
      count: ({ invalid }) => invalid,
    },
  ],
  namesOf: ({ name, email, company }) => [name, email, company],
  knownAs: ({ known_lead: lead }) => lead && `lead ${[lead.lead_no, lead.name].filter(Boolean).join(', ')}`,
  keptAs: ({ lead_no, name }) => ({ label: `Lead ${lead_no}`, name }),
}
