import {
  CONTACT_IMPORT_FIELDS,
  directoryImports,
  type DirectoryImport,
  type DirectoryImportRow,
  type KeptContact,
} from '#contract/directory/directory-imports.ts'
import { contacts } from '#contract/directory/contacts.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { sharedCalls } from '#web/kit/data/shared-calls.ts'
import type { ImportArea } from '#web/platform/imports/import-area.ts'
import { CONTACTS } from '#web/directory/directory-facts/directory-links.ts'
import { IMPORT_WORDS, UNCHANGED } from './import-words.ts'

/** A row says who it is by an email, or by a phone with its name. */
export const missingForContacts = (fields: readonly (string | null)[]) =>
  fields.includes('email') || (fields.includes('phone') && fields.includes('name'))
    ? undefined
    : 'Choose the column with the email, or those with the phone and the name'

/** How files become contacts. */
export const CONTACT_IMPORTS: ImportArea<DirectoryImport, DirectoryImportRow, KeptContact> = {
  calls: sharedCalls<ImportCalls>(directoryImports),
  title: 'Import Contacts',
  noun: { one: 'contact', many: 'contacts' },
  lists: [contacts.list],
  addedHref: () => `${CONTACTS}?view=everyone&sort=created_at&order=desc`,

  fields: Object.entries(CONTACT_IMPORT_FIELDS).map(([value, label]) => ({ value, label })),
  missing: missingForContacts,
  chosenOf: () => ({}),

  words: IMPORT_WORDS,
  known: {
    one: 'known contact',
    many: 'known contacts',
    by: 'They match by email, or else by phone and name.',
    other: { code: 'update', verb: 'Update', done: 'Updated', sum: 'of them known contacts, updated' },
  },
  notedSum: 'of them in part',
  outcomes: [UNCHANGED],
  namesOf: ({ name, email }) => [name, email],
  knownAs: ({ known_contact: known }) => known && known.name,
  keptAs: ({ name, email }) => ({ label: name || (email ?? ''), name: name ? email : null }),
}
