import {
  IMPORT_FIELDS,
  KNOWN_BY,
  LEAD_TEMPLATE,
  TO_MESSAGE,
  leadImports,
  type ImportField,
  type ImportRow,
  type KeptLead,
  type Match,
  type LeadImport,
} from '#contract/leads/imports.ts'
import { pathToLead } from '#contract/leads/lead-path.ts'
import { ENQUIRY_LABELS, UTM_LABELS } from '#contract/leads/enquiry-fields.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { sharedCalls } from '#web/kit/data/shared-calls.ts'
import type { ImportArea } from '#web/platform/imports/import-area.ts'
import { ChosenFields, type ChosenForLeads } from './ChosenFields.tsx'
import { FactWay } from './FactWay.tsx'
import { LeadQuestions } from './LeadQuestions.tsx'

const LABELS: Readonly<Record<ImportField, string>> = {
  ...ENQUIRY_LABELS,
  first_name: 'First name',
  last_name: 'Last name',
  product: 'Product',
  quantity: 'Quantity',
  [TO_MESSAGE]: 'Add to the message',
  owner: 'Owner',
  status: 'Status',
  source: 'Source',
  created_at: 'Created date',
  tags: 'Tags',
  ...UTM_LABELS,
  external_id: 'External ID',
}

/** How files become leads. */
export const LEAD_IMPORTS: ImportArea<LeadImport, ImportRow, KeptLead, ChosenForLeads> = {
  calls: sharedCalls<ImportCalls>(leadImports),
  title: 'Import Leads',
  noun: { one: 'lead', many: 'leads' },
  lists: LEAD_LISTS,
  addedHref: ({ source }) => `/marketing/marketing_leads_list?source=${source}`,

  template: LEAD_TEMPLATE.map(([header, , example]) => [header, example] as const),
  fields: IMPORT_FIELDS.map((value) => ({ value, label: LABELS[value] })),
  rest: { value: TO_MESSAGE, label: 'Add all unmatched columns to the message' },
  column: { optionOf: (field) => field, More: FactWay },
  Question: LeadQuestions,
  missing(fields, { update_known, match_by }) {
    const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field))
    if (!has('name', 'first_name', 'last_name', 'company')) return 'Choose the column with the name or the company'
    if (!has('email', 'phone')) return 'Choose the column with the email address or phone number'
    if (update_known && !match_by.some((each) => fields.includes(each)))
      return 'Choose by which columns known leads are found'
    return undefined
  },
  chosenOf: ({ source, phone_country, dates, update_known, match_by, fill, leave }) => ({
    source,
    phone_country,
    dates,
    update_known,
    match_by,
    fill,
    leave,
  }),
  ChosenFields,

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
    values: KNOWN_BY,
  },
  ofImport: ({ update_known, match_by }) => (update_known ? updating(match_by) : {}),
  notedSum: 'of them without some of their cells',
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
    { outcome: 'unchanged', label: 'Unchanged', sum: 'will stay unchanged', count: ({ unchanged }) => unchanged },
  ],
  namesOf: ({ name, email, company }) => [name, email, company],
  knownAs: ({ known_lead: lead }) => lead && `lead ${[lead.lead_no, lead.name].filter(Boolean).join(', ')}`,
  knownHref: ({ known_lead: lead }) => (lead === null || lead.name === null ? null : pathToLead(lead.id)),
  keptAs: ({ lead_no, name }) => ({ label: `Lead ${lead_no}`, name }),
}

/** What is said of an import that updates known leads. */
const updating = (match_by: readonly Match[]) => ({
  words: {
    adding: 'Importing',
    added: 'added',
    reverting: 'Reverting',
    reverted: 'removed or set back',
    revert: (count: string) =>
      `New ones among these ${count} will be deleted, and updated ones get their earlier values back. Anything that someone has changed since stays and is listed afterwards. You can’t undo this.`,
  },
  known: {
    one: 'known lead',
    many: 'known leads',
    by: `They match by ${match_by.map((each) => KNOWN_BY[each]).join(', or else by ')}.`,
    other: { code: 'update', verb: 'Update', done: 'Updated', sum: 'updated', apart: true },
    values: KNOWN_BY,
  } as const,
})
