import { Type, type Static } from 'typebox'
import { Id, Nullable, Text, Timestamp } from '#contract/kit/endpoint.ts'

/** Who said a value: a person here, or what came in. In the order in which they are believed. */
export const FACT_SOURCES = [
  'person',
  'verdict',
  'import',
  'vendor',
  'website',
  'lead',
  'contact_us',
  'newsletter',
] as const
export type FactSource = (typeof FACT_SOURCES)[number]

/** Where a value comes from. */
export const From = Type.Object({
  source: Type.Enum([...FACT_SOURCES]),
  /** “Lead 4812, validated by Tunde Adeyemi”, “Set by Meera Krishnan” */
  label: Type.String(),
  at: Timestamp,
  /** Where it opens; null: nowhere, or not for the caller. */
  link: Nullable(Type.String()),
})
export type From = Static<typeof From>

/** A value that is shown, where it comes from, and how many others there are for it. */
export const Sourced = Type.Object({
  value: Nullable(Type.String()),
  /** Null: nobody has said anything. */
  from: Nullable(From),
  pinned: Type.Boolean(),
  /** Values of the last 90 days that are believed as much. */
  others: Type.Array(Type.Object({ value: Type.String(), from: From })),
})
export type Sourced = Static<typeof Sourced>

/** One value that somebody said. */
export const Fact = Type.Object({
  field: Type.String(),
  value: Type.String(),
  from: From,
  /** How many sources of its kind say so. */
  times: Type.Integer(),
  shown: Type.Boolean(),
})
export type Fact = Static<typeof Fact>

/** A lead of somebody, as far as the caller sees leads. */
export const LeadOf = Type.Object({
  id: Id,
  lead_no: Type.Integer(),
  product: Nullable(Type.String()),
  quantity: Nullable(Type.Integer()),
  status: Type.String(),
  at: Timestamp,
})
export type LeadOf = Static<typeof LeadOf>

/** What happened with somebody, the newest first. */
export const Happened = Type.Object({
  at: Timestamp,
  kind: Type.Enum(['lead', 'verdict', 'comment', 'fact', 'merge', 'unmerge', 'change']),
  /** “Phone added from lead 5020” */
  text: Type.String(),
  link: Nullable(Type.String()),
})
export type Happened = Static<typeof Happened>

/** Somebody who may be the same, and why. */
export const Lookalike = Type.Object({
  id: Id,
  name: Type.String(),
  /** “Same phone and company” */
  reason: Type.String(),
  leads_all: Type.Integer(),
})
export type Lookalike = Static<typeof Lookalike>

export const DIRECTORY_LIMITS = {
  name: 200,
  companyName: 300,
  word: 120,
  value: 500,
  note: 5_000,
  description: 2_000,
  tag: 40,
  tags: 20,
} as const

export const Tags = Type.Array(Text(DIRECTORY_LIMITS.tag), { maxItems: DIRECTORY_LIMITS.tags })

/** How many leads of one are shown; all of them are in the lists of leads. */
export const MOST_LEADS_SHOWN = 20
