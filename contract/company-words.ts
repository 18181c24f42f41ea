import { Type, type Static } from 'typebox'
import { get, Nullable, One, post, put, Text } from './kit/endpoint.ts'
import { ReasonCode } from './lead.ts'

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

/** What the company calls otherwise than usual, and what it has added. */
export const CompanyWords = Type.Object({ reasons: Type.Array(Choice) })
export type CompanyWords = Static<typeof CompanyWords>

export const MOST_OWN_REASONS = 50

const Label = Text(60)

export const companyWords = {
  all: get('/marketing/company_words', {
    permission: 'signed-in',
    reply: One(CompanyWords),
    failure: 'Failed to fetch data',
  }),
  addReason: post('/marketing/add_invalid_reason', {
    permission: 'configuration_edit',
    body: Type.Object({ label: Label }),
    reply: One(Choice),
    failure: 'The reason was not added. Try again.',
  }),
  /** What is absent stays as it is. */
  changeReason: put('/marketing/update_invalid_reason/:code', {
    permission: 'configuration_edit',
    params: Type.Object({ code: ReasonCode }),
    body: Type.Object({ label: Type.Optional(Nullable(Label)), hidden: Type.Optional(Type.Boolean()) }),
    reply: One(Choice),
    failure: 'The reason was not changed. Try again.',
  }),
}
