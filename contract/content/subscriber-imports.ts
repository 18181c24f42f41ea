import { Type } from 'typebox'
import { FreeText, Nullable, type RowOf } from '#contract/kit/endpoint.ts'
import { importCalls } from '#contract/platform/import-calls.ts'
import { acts as importActs } from '#contract/platform/imports.ts'
import { SUBSCRIBER_LIMITS, SUBSCRIBER_STATUSES } from './subscribers.ts'

/** What a column of a file can hold. Two of them prove the consent of a row: when they agreed, and through what. */
export const SUBSCRIBER_IMPORT_FIELDS = {
  email: 'Email',
  name: 'Name',
  locale: 'Language',
  note: 'Note',
  consent_at: 'Agreed on',
  consent_source: 'Agreed through',
} as const
export type SubscriberImportField = keyof typeof SUBSCRIBER_IMPORT_FIELDS
export const SUBSCRIBER_IMPORT_FIELD_NAMES = Object.keys(SUBSCRIBER_IMPORT_FIELDS).filter(
  (name): name is SubscriberImportField => name in SUBSCRIBER_IMPORT_FIELDS,
)

export const subscriberImports = importCalls(
  {
    permission: 'newsletter_edit',
    path: '/marketing',
    name: 'newsletter_import',
    many: 'subscribers',
    // A known subscriber stays as it is: an import never raises a status.
    choices: [],
    outcomes: ['left'],
  },
  {
    field: Type.Enum(SUBSCRIBER_IMPORT_FIELD_NAMES),
    chosen: {
      /** "These people agreed on … through …", for rows that do not prove it themselves: 20 to 500 characters. */
      declaration: Type.Optional(FreeText(SUBSCRIBER_LIMITS.declaration.max)),
    },
    options: { declaration: Type.String() },
    counts: {
      /** They unsubscribed, bounced, complained, are blocked or were erased here, and stay so. */
      left: Type.Integer(),
    },
    row: {
      email: Type.String(),
      name: Type.String(),
      /** Of one that is here: its status. */
      known_subscriber: Nullable(Type.Object({ id: Type.Integer(), status: Type.Enum([...SUBSCRIBER_STATUSES]) })),
    },
    kept: { email: Type.String(), name: Type.String() },
  },
)
export type SubscriberImport = RowOf<typeof subscriberImports.list>
export type SubscriberImportRow = RowOf<typeof subscriberImports.rows>
export type KeptSubscriber = RowOf<typeof subscriberImports.kept>

export const acts = importActs
