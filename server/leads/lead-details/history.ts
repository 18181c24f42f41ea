import { sql } from 'kysely'
import type { ChangeSet } from '#contract/leads/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { labelsOf } from '#server/leads/company-words/choices.ts'
import { redactHistory } from '#server/platform/changes/seen.ts'
import type { EntityRules } from '#server/platform/changes/rules.ts'
import {
  actorName,
  PEOPLE_FIELDS,
  personNamed,
  staffNames,
  type StaffNames,
} from '#server/platform/people/staff-names.ts'
import type { Caller } from '#server/kit/auth.ts'
import { peopleIn, toDecision, type DecisionRow, type Words } from './decisions.ts'
import { REDACTED } from './redacted-fields.ts'

type Fields = Record<string, [unknown, unknown]>

interface ChangeRow {
  id: number
  at: string
  actor_kind: string
  actor_id: number | null
  on_behalf_of: number | null
  channel: string
  change_set: string
  act: string
  entity: string
  entity_id: number
  root_id: number
  verb: string
  reason: string | null
  fields: Fields
}

const USUAL_LIMIT = 50

/** What happened to a lead and to those that have become part of it, newest first: one entry for each act, with the reason for each assignment. */
export const historyOf = async (
  tenant: Tenant,
  caller: Caller,
  leadId: number,
  { before, limit = USUAL_LIMIT }: { before?: number; limit?: number },
) => {
  const rows = await redactHistory(ruleOf, tenant, caller, await changesOf(tenant, leadId, before, limit))
  const decisions = await decisionsOf(tenant, leadId, [...new Set(rows.map(({ change_set }) => change_set))])
  const words = {
    names: await namesIn(tenant, rows, decisions),
    source: await labelsOf(tenant, 'source'),
    reader: caller.personId,
  }
  const acts = [...Map.groupBy(rows, ({ change_set }) => change_set).values()]

  return {
    data: acts.map((changes) => toChangeSet(changes, decisions, words)),
    next: acts.length < limit ? null : (acts.at(-1)?.[0]?.id ?? null),
  }
}

const rules: Readonly<Record<string, EntityRules>> = REDACTED
const ruleOf = (entity: string) => rules[entity] ?? {}

/** The rows of the newest acts, counted by the last row of each: an act is never cut in two, nor lost between two pages. */
const changesOf = async ({ db, companyId }: Tenant, leadId: number, before: number | undefined, limit: number) => {
  const { rows } = await sql<ChangeRow>`
    with acts as (
      select change_set, max(id) as newest from changes
      where company_id = ${companyId} and root = 'leads' and root_id = any (leads_within(${leadId}))
      group by change_set having max(id) < ${before ?? Number.MAX_SAFE_INTEGER} order by newest desc limit ${limit}
    )
    select c.id, c.at, c.actor_kind, c.actor_id, c.on_behalf_of, c.channel, c.change_set, c.act, c.entity, c.entity_id, c.root_id, c.verb,
      reason_in_words(c.company_id, c.reason) as reason, c.fields || coalesce(p.fields, '{}') as fields
    from acts join changes c on c.company_id = ${companyId} and c.change_set = acts.change_set and c.root = 'leads' and c.root_id = any (leads_within(${leadId}))
    left join change_values p on p.company_id = ${companyId} and p.digest = c.personal
    order by acts.newest desc, c.id desc`.execute(db)
  return rows
}

const decisionsOf = async ({ db, companyId }: Tenant, leadId: number, changeSets: readonly string[]) => {
  const { rows } = await sql<DecisionRow & { change_set: string }>`
    select list, mode, chosen, considered, tie_break, sticky, most_credit, replaced, occasion, change_set from assignment_decisions
    where company_id = ${companyId} and lead_id = any (leads_within(${leadId})) and change_set = any(${changeSets}::uuid[])`.execute(
    db,
  )
  return rows
}

const namesIn = (
  tenant: Tenant,
  rows: readonly ChangeRow[],
  decisions: readonly (DecisionRow & { change_set: string })[],
) => {
  const values = rows.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([field, pair]) => (PEOPLE_FIELDS.has(field) ? pair : [])),
  )
  const ids = [
    ...values,
    ...rows.flatMap(({ actor_id, on_behalf_of }) => [actor_id, on_behalf_of]),
    ...decisions.flatMap(peopleIn),
  ].filter((id) => typeof id === 'number')
  return staffNames(tenant, ids)
}

const toChangeSet = (
  changes: readonly ChangeRow[],
  decisions: readonly (DecisionRow & { change_set: string })[],
  words: Words,
): ChangeSet => {
  const { names } = words
  const [newest] = changes
  if (!newest) throw new Error('An act has at least one change')
  const decision = decisions.find(({ change_set }) => change_set === newest.change_set)
  return {
    change_set: newest.change_set,
    at: newest.at,
    actor: {
      kind: newest.actor_kind,
      id: newest.actor_id,
      name: actorName({ ...newest, actor_name: nameOf(newest, names) }),
    },
    on_behalf_of: newest.on_behalf_of === null ? null : personNamed(newest.on_behalf_of, names),
    channel: newest.channel,
    act: newest.act,
    reason: changes.find(({ reason }) => reason !== null)?.reason ?? null,
    time_in_status: timeInStatus(changes),
    changes: changes.flatMap((change) => fieldChanges(change, names)),
    ...(decision ? { decision: toDecision(decision, words) } : {}),
  }
}

const nameOf = ({ actor_id }: ChangeRow, names: StaffNames) =>
  actor_id === null ? null : (names.get(actor_id) ?? null)

const fieldChanges = ({ entity, entity_id, verb, fields }: ChangeRow, names: StaffNames) =>
  Object.entries(fields).map(([field, [before, after]]) => ({
    entity,
    entity_id,
    verb,
    field,
    old: shown(field, before, names),
    new: shown(field, after, names),
  }))

const shown = (field: string, value: unknown, names: StaffNames) =>
  PEOPLE_FIELDS.has(field) && typeof value === 'number' ? personNamed(value, names) : value

/** Status changes keep when the status before began; an act without one has no such time. */
const timeInStatus = (changes: readonly ChangeRow[]): number | null => {
  const change = changes.find(
    ({ entity, verb, fields }) => entity === 'leads' && verb === 'updated' && 'status' in fields,
  )
  const since = change?.fields['status_at']?.[0]
  if (!change || typeof since !== 'string') return null
  return Math.max(0, Math.round((Date.parse(change.at) - Date.parse(since)) / 1000))
}
