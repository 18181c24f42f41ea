import { expect } from 'vitest'
import type { BodyOf, QueryOf } from '#contract/kit/endpoint.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import type { TestApp, TestPerson } from './app.ts'

export const ASKS = [
  'qc_support_list',
  'qc_support_view',
  'qc_support_ask',
  'marketing_leads_list',
] as const satisfies readonly PermissionKey[]
export const ANSWERS = [
  'qc_support_list',
  'qc_support_view',
  'qc_support_add_comment',
] as const satisfies readonly PermissionKey[]

/** Somebody who asks and somebody who answers, of a new company. */
export const team = async (app: TestApp) => {
  const rep = await app.signIn({ can: ASKS, name: 'Rita Rep' })
  const qc = await app.signIn({ can: ANSWERS, name: 'Quin Check', colleagueOf: rep })
  return { rep, qc }
}

export const asked = async (person: TestPerson, question: string, more: Partial<BodyOf<typeof qcSupport.ask>> = {}) =>
  (await person.call(qcSupport.ask, { body: { question, topic: 'specification', ...more } })).data
export const answered = async (person: TestPerson, id: number, text: string, version?: number) =>
  (await person.call(qcSupport.submit, { body: { id, answer: text, ...(version === undefined ? {} : { version }) } }))
    .data

/** What the list finds, in its order; its total counts exactly that. */
export const foundBy =
  (person: TestPerson) =>
  async (query: QueryOf<typeof qcSupport.list>): Promise<string[]> => {
    const { data, pagination } = await person.call(qcSupport.list, { query })
    expect(pagination.total).toBe(data.length)
    return data.map(({ question }) => question)
  }
