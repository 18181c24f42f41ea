import { sql } from 'kysely'
import { competitorTopics, TOPIC_LIMITS } from '#contract/insight/competitor-topics.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { UNDERSTAND_DUE } from '#server/insight/feed-polls/due.ts'
import { previewOf } from './preview.ts'
import * as queries from './queries.ts'
import { suggestions } from './suggestions.ts'

export const competitorTopicRoutes = implement('competitor-topics', competitorTopics, {
  list: async ({ tenant }) => ({ data: await queries.topics(tenant) }),
  suggestions: async ({ tenant }) => ({ data: await suggestions(tenant) }),
  preview: async ({ tenant, body: { phrases } }) => ({ data: await previewOf(tenant, checked(phrases)) }),

  async add({ tenant, caller, body: { phrases, suggested, ...values } }) {
    await queries.lockTopics(tenant)
    await checkName(tenant, 0, values.name)
    if ((await queries.topics(tenant)).length >= TOPIC_LIMITS.topics)
      throw conflict(`There can be at most ${TOPIC_LIMITS.topics} topics.`)
    const source = suggested ? 'suggested' : 'own'
    const id = await queries.add(tenant, { ...values, phrases: checked(phrases), source, added_by: caller.personId })
    await tenant.due(UNDERSTAND_DUE)
    return { data: await shown(tenant, id), message: 'Topic added' }
  },

  async update({ tenant, params: { id }, body: { version: seen, ...sent } }) {
    await queries.lockTopics(tenant)
    const { name, phrases, colour, watch, version } = await shown(tenant, id)
    const wanted = { ...sent, ...(sent.phrases && { phrases: checked(sent.phrases) }) }
    const row = { entity: 'competitor_topics', id, version, values: { name, phrases, colour, watch } }
    const { write, conflicts } = await fieldsToWrite(tenant, row, wanted, seen)
    if (conflicts.length)
      throw conflict(
        'Someone else has changed this topic since you opened it. Review it and try again.',
        { current: await shown(tenant, id), fields: conflicts },
        'version_conflict',
      )
    if (write.name !== undefined) await checkName(tenant, id, write.name)
    await queries.change(tenant, id, write)
    await tenant.due(UNDERSTAND_DUE)
    return { data: await shown(tenant, id), message: 'Topic saved' }
  },

  async remove({ tenant, params: { id } }) {
    await queries.lockTopics(tenant)
    await shown(tenant, id)
    await queries.change(tenant, id, { deleted_at: sql<string>`now()` })
    await tenant.due(UNDERSTAND_DUE)
    return { message: 'Topic deleted' }
  },
})

const shown = async (tenant: Tenant, id: number) => found('Topic', (await queries.topics(tenant, id))[0])

/** Each once, and at least one that a post can have. */
const checked = (phrases: readonly string[]): string[] => {
  const each = [...new Set(phrases.map((phrase) => phrase.trim()))]
  each.forEach((phrase, at) => {
    if (!/[\p{L}\p{N}]/u.test(phrase)) throw badField(`phrases.${at}`, 'A phrase needs a letter or a digit')
  })
  if (each.every((phrase) => phrase.startsWith('-')))
    throw badField('phrases', 'Add a phrase that posts contain. A phrase with - only leaves posts out')
  return each
}

const checkName = async (tenant: Tenant, id: number, name: string) => {
  const [taken] = await queries.nameTaken(tenant, [{ id, name }], 'competitor_topics')
  if (taken === undefined) return
  const message = `There is a topic “${name}” already`
  throw new UserError(409, message, { code: 'name_taken', errors: [{ field: 'name', message }] })
}
