import { sql } from 'kysely'
import { ALERT_LIMITS, competitorAlerts } from '#contract/insight/competitor-alerts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { staffWithIds } from '#server/platform/people/staff-found.ts'
import { nameTaken } from '#server/insight/competitor-topics/queries.ts'
import { hitsSince } from './hits.ts'
import * as queries from './queries.ts'
import { rememberSoFar } from './tell.ts'

export const competitorAlertRoutes = implement('competitor-alerts', competitorAlerts, {
  list: async ({ tenant }) => ({ data: await queries.alerts(tenant) }),

  async preview({ tenant, body: { kind, topic_ids = [], words = [], days = null } }) {
    const hits = await hitsSince(tenant, { kind, topic_ids, words, days }, sql`company_days_began(90)`)
    return { data: { total: hits.length, hits: hits.slice(0, MOST_SHOWN).map(({ about: _, ...hit }) => hit) } }
  },

  async add({ tenant, caller, body: { name, kind, topic_ids = [], words = [], days = null, people = [] } }) {
    await queries.lockAlerts(tenant)
    if ((await queries.alerts(tenant)).length >= ALERT_LIMITS.alerts)
      throw conflict(`There can be at most ${ALERT_LIMITS.alerts} alerts.`)
    const values = { name, kind, topic_ids, words, days, people, active: true }
    await check(tenant, 0, values)
    const id = await queries.add(tenant, { ...values, added_by: caller.personId })
    await rememberSoFar(tenant, id, values)
    return { data: await shown(tenant, id), message: 'Alert added' }
  },

  async update({ tenant, params: { id }, body: { version: seen, ...sent } }) {
    await queries.lockAlerts(tenant)
    const { version, ...values } = found('Alert', await queries.stored(tenant, id))
    const row = { entity: 'competitor_alerts', id, version, values }
    const { write, conflicts } = await fieldsToWrite(tenant, row, sent, seen)
    if (conflicts.length)
      throw conflict(
        'Someone else has changed this alert since you opened it. Review it and try again.',
        { current: await shown(tenant, id), fields: conflicts },
        'version_conflict',
      )
    const wanted = { ...values, ...write }
    await check(tenant, id, wanted, write)
    await queries.change(tenant, id, write)
    if (Object.keys(write).some((field) => field !== 'name' && field !== 'people'))
      await rememberSoFar(tenant, id, wanted)
    return { data: await shown(tenant, id), message: 'Alert saved' }
  },

  async remove({ tenant, params: { id } }) {
    await queries.lockAlerts(tenant)
    await shown(tenant, id)
    await queries.change(tenant, id, { deleted_at: sql<string>`now()` })
    return { message: 'Alert deleted' }
  },
})

const MOST_SHOWN = 50

const shown = async (tenant: Tenant, id: number) => found('Alert', (await queries.alerts(tenant, id))[0])

/** That it can tell of something, somebody, and by a name of its own. */
const check = async (
  tenant: Tenant,
  id: number,
  { name, kind, topic_ids, words, people }: queries.AlertValues,
  changed: Partial<queries.AlertValues> = { name, topic_ids, people },
) => {
  if (kind === 'mentions' && words.length === 0) throw badField('words', 'Add a word that posts mention')
  if (changed.topic_ids !== undefined) {
    const there = await queries.topicsThere(tenant, topic_ids)
    if (topic_ids.some((topic) => !there.has(topic)))
      throw badField('topic_ids', 'A topic no longer exists. Choose another.')
  }
  if (changed.people !== undefined) {
    const there = new Set((await staffWithIds(tenant, people)).map((person) => person.id))
    if (people.some((person) => !there.has(person)))
      throw badField('people', 'A person is not in your company. Choose another.')
  }
  if (changed.name === undefined) return
  const [taken] = await nameTaken(tenant, [{ id, name }], 'competitor_alerts')
  if (taken === undefined) return
  const message = `There is an alert “${name}” already`
  throw new UserError(409, message, { code: 'name_taken', errors: [{ field: 'name', message }] })
}
