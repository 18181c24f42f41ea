import {
  SUBSCRIBER_IMPORT_FIELDS,
  subscriberImports,
  type KeptSubscriber,
  type SubscriberImport,
  type SubscriberImportRow,
} from '#contract/content/subscriber-imports.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { sharedCalls } from '#web/kit/data/shared-calls.ts'
import type { ImportArea } from '#web/platform/imports/import-area.ts'
import { DeclarationField, type ChosenForSubscribers } from './DeclarationField.tsx'
import { missingForImport } from './import-consent.ts'
import { SUBSCRIBER_READS } from './subscriber-reads.ts'
import { STATUS_WORDS } from './subscriber-words.tsx'

/** How files become subscribers. What people are here already stays as it is. */
export const SUBSCRIBER_IMPORTS: ImportArea<
  SubscriberImport,
  SubscriberImportRow,
  KeptSubscriber,
  ChosenForSubscribers
> = {
  calls: sharedCalls<ImportCalls>(subscriberImports),
  title: 'Import Subscribers',
  noun: { one: 'subscriber', many: 'subscribers' },
  lists: SUBSCRIBER_READS,
  addedHref: () => '/marketing/news_letter_listing?view=all&source=import',

  fields: Object.entries(SUBSCRIBER_IMPORT_FIELDS).map(([value, label]) => ({ value, label })),
  missing: (fields, { declaration }) => missingForImport(fields, declaration),
  chosenOf: ({ declaration }) => ({ declaration }),
  Question: DeclarationField,

  words: {
    adding: 'Adding',
    added: 'added',
    reverting: 'Removing',
    reverted: 'removed',
    revert: (count) =>
      `${count} of this import will be deleted. People who have unsubscribed or were changed since stay, and are listed afterwards. You can’t undo this.`,
  },
  known: {
    one: 'known subscriber',
    many: 'known subscribers',
    by: 'They match by email and stay as they are.',
  },
  notedSum: 'of them in part',
  outcomes: [
    {
      outcome: 'left',
      label: 'Left alone',
      sum: 'left out: unsubscribed, bounced, complained, blocked or erased here',
      count: ({ left }) => left,
    },
  ],
  namesOf: ({ name, email }) => [name, email],
  knownAs: ({ known_subscriber: known }) =>
    known && `a subscriber who is ${STATUS_WORDS[known.status].label.toLowerCase()}`,
  keptAs: ({ email, name }) => ({ label: email, name: name || null }),
}
