import { Type, type Static } from 'typebox'
import { get, Nullable, One, post, put, Text } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { ENQUIRY_STATUSES, LEAD_STATUSES, ReasonCode, SourceCode } from './lead.ts'

/** What a company says about something that staff choose from a list. */
export const Choice = Type.Object({
  code: Type.String(),
  /** Null: the usual one. */
  label: Nullable(Type.String()),
  /** Offered no more; what has it keeps it. */
  hidden: Type.Boolean(),
  /** Its adding was undone: there for the name of what has it, and not to be changed. */
  gone: Type.Boolean(),
})
export type Choice = Static<typeof Choice>

/** The presets that statuses can be coloured with. */
export const LABEL_COLOURS = [
  'magenta',
  'red',
  'volcano',
  'orange',
  'gold',
  'lime',
  'green',
  'cyan',
  'blue',
  'geekblue',
  'purple',
] as const
export type LabelColour = (typeof LABEL_COLOURS)[number]

/** A status as the company shows it; null: as usual. */
export const StatusWords = Type.Object({
  code: Type.Enum([...LEAD_STATUSES, ...ENQUIRY_STATUSES]),
  label: Nullable(Type.String()),
  colour: Nullable(Type.Enum([...LABEL_COLOURS])),
})
export type StatusWords = Static<typeof StatusWords>

/** What the company calls otherwise than usual, and what it has added. */
export const CompanyWords = Type.Object({
  statuses: Type.Array(StatusWords),
  sources: Type.Array(Choice),
  reasons: Type.Array(Choice),
})
export type CompanyWords = Static<typeof CompanyWords>

/** How many reasons a company may add, and sources: those whose adding was undone among them, since leads keep their names. */
export const MOST_OWN = 50

/** What leads have where nobody chose: it cannot be switched off. */
export const ALWAYS_THERE: Readonly<Record<'reason' | 'source', readonly string[]>> = {
  reason: ['other'],
  source: ['manual', 'import'],
}

const Label = Text(60)

export const companyWords = {
  all: get('/marketing/company_words', {
    summary: 'The company’s reasons, statuses and sources, with their names',
    permission: 'signed-in',
    reply: One(CompanyWords),
    failure: 'Failed to fetch data',
  }),
  addReason: post('/marketing/add_invalid_reason', {
    summary: 'Adds a reason for invalid leads',
    permission: 'configuration_edit',
    did: 'Added the reason *',
    body: Type.Object({ label: Label }),
    reply: One(Choice),
    failure: 'The reason was not added. Try again.',
  }),
  changeReason: put('/marketing/update_invalid_reason/:code', {
    summary: 'Renames a reason, or switches it off; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed the reason *',
    params: Type.Object({ code: ReasonCode }),
    body: Type.Object({ label: Type.Optional(Nullable(Label)), hidden: Type.Optional(Type.Boolean()) }),
    reply: One(Choice),
    failure: 'The reason was not changed. Try again.',
  }),
  setStatus: put('/marketing/update_status_words', {
    summary: 'Changes the name and colour of a status',
    permission: 'configuration_edit',
    did: 'Changed the status *',
    body: Type.Object({
      code: StatusWords.properties.code,
      label: Type.Optional(Nullable(Text(24))),
      colour: Type.Optional(StatusWords.properties.colour),
    }),
    reply: One(StatusWords),
    failure: 'The status was not changed. Try again.',
  }),
  addSource: post('/marketing/add_lead_source', {
    summary: 'Adds a source of leads',
    permission: 'configuration_edit',
    did: 'Added the source *',
    body: Type.Object({ label: Label }),
    reply: One(Choice),
    failure: 'The source was not added. Try again.',
  }),
  setSource: put('/marketing/update_lead_source', {
    summary: 'Renames a source, or switches it off; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed the source *',
    body: Type.Object({
      code: SourceCode,
      label: Type.Optional(Nullable(Label)),
      hidden: Type.Optional(Type.Boolean()),
    }),
    reply: One(Choice),
    failure: 'The source was not changed. Try again.',
  }),
}

export const entities = {
  invalid_reasons: {
    noun: { one: 'reason', many: 'reasons' },
    fields: { code: 'reason', label: 'name', hidden: 'switched off' },
    undo: 'undoable',
  },
  status_words: {
    noun: { one: 'status', many: 'statuses' },
    fields: { code: 'status', label: 'name' },
    undo: 'undoable',
  },
  lead_sources: {
    noun: { one: 'source', many: 'sources' },
    fields: { code: 'source', label: 'name', hidden: 'switched off' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
