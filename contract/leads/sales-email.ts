import { Type, type Static } from 'typebox'
import { FreeLines, get, One, put, Text } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

/** What a template can say of a lead, written in braces: `{name}`. */
export const PLACEHOLDERS = ['name', 'company', 'products', 'number', 'my name', 'our company'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** The email that sales starts with, in the person's own mail program. Short, since mail programs cut what is longer. */
export const SalesEmail = Type.Object({ subject: Text(200), body: FreeLines(1_200) })
export type SalesEmail = Static<typeof SalesEmail>

/** Until a company writes its own. */
export const FIRST_SALES_EMAIL: SalesEmail = {
  subject: 'Your enquiry {number}',
  body: 'Hello {name},\n\nthank you for your enquiry about {products}.\n\nBest regards\n{my name}\n{our company}',
}

const IN_BRACES = /\{([^{}]*)\}/g
const isPlaceholder = (word: string): word is Placeholder => PLACEHOLDERS.some((each) => each === word)

/** What stands in braces and is no placeholder. */
export const unknownPlaceholders = (text: string) =>
  [...text.matchAll(IN_BRACES)].map(([, word = '']) => word).filter((word) => !isPlaceholder(word))

/** The text with each placeholder filled in; braces in what is filled in stay as they are. */
export const fillTemplate = (text: string, values: Readonly<Record<Placeholder, string>>) =>
  text.replace(IN_BRACES, (whole, word: string) => (isPlaceholder(word) ? values[word] : whole))

export const salesEmail = {
  now: get('/marketing/sales_email', {
    summary: 'The email that sales starts with, with placeholders for what the lead says',
    permission: 'signed-in',
    reply: One(SalesEmail),
    failure: 'Failed to fetch data',
  }),
  change: put('/marketing/update_sales_email', {
    summary: 'Changes the email that sales starts with',
    permission: 'configuration_edit',
    did: 'Changed the sales email',
    body: SalesEmail,
    reply: One(SalesEmail),
    failure: 'The email was not saved. Try again.',
  }),
}

export const entities = {
  sales_email_settings: { noun: { one: 'sales email', many: 'sales emails' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
