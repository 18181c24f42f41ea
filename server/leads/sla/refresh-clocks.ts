import { sql } from 'kysely'
import { SLA_CLOCKS, type SlaClock } from '#contract/leads/lead-clocks.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { clockOf, type Clock, type ClockedLead, type Pause } from './clock.ts'
import { slaSettings, termsFor, type SlaSettings } from './settings.ts'
import { takeClocks } from './detached-clocks.ts'

/** Sets the clocks of leads as their state asks for, in the transaction that changed it. */
export const refreshClocks = async (tenant: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return
  const settings = await slaSettings(tenant)
  if (settings.targets.length === 0 && !settings.has_clocks) return
  await setClocks(tenant, ids, settings, 'acted')
}

const BATCH = 500
/** So many leads are looked at in one statement, which has to end in time however many of millions are open. */
const LOOKED_AT = 10_000

/** Sets anew what was set by earlier calendars and targets, some leads in each transaction. */
export const resetClocks = async (tenants: Tenants, companyId: number) => {
  const actor = { kind: 'system', channel: 'api', act: 'configuration.resetClocks' } as const
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await tenants.write(companyId, actor, async (tenant) => {
      const settings = await slaSettings(tenant)
      const span = await spanAfter(tenant, from)
      const ids = await outdated(tenant, settings.revision, from, span.last)
      await setClocks(tenant, ids, settings, 'reset')
      if (ids.length === BATCH) return ids.at(-1)
      return span.leads === LOOKED_AT ? span.last : undefined
    })
  }
}

/** The leads that come next by their ids: how many they are, and the last one. */
const spanAfter = async ({ db, companyId }: Tenant, after: number) => {
  const { rows } = await sql<{ leads: number; last: number }>`
    select count(*) as leads, coalesce(max(id), ${after}) as last from (
      select id from leads where company_id = ${companyId} and id > ${after} order by id limit ${LOOKED_AT}) span`.execute(
    db,
  )
  return rows[0] ?? { leads: 0, last: after }
}

/** Open leads from here to there whose clocks do not follow from these settings, locked in the order of their ids. */
const outdated = async (
  { db, companyId }: Tenant,
  revision: number,
  after: number,
  last: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l
    where l.company_id = ${companyId} and l.deleted_at is null and l.id > ${after} and l.id <= ${last}
      and (l.status in ('assigned', 'on_hold') or (l.status = 'valid' and l.enquiry_status = 'open'))
      and not exists (select from lead_clocks k where k.company_id = ${companyId} and k.lead_id = l.id
        and k.clock = case l.status when 'valid' then 'response' else 'handling' end and k.revision = ${revision})
    order by l.id limit ${BATCH} for no key update of l`.execute(db)
  return rows.map(({ id }) => id)
}

/** After an act, which may be undone, or after another setting. */
const setClocks = async (
  tenant: Tenant,
  ids: readonly number[],
  settings: SlaSettings,
  occasion: 'acted' | 'reset',
) => {
  if (ids.length === 0) return
  const { db, companyId } = tenant
  const leads = await runPlanned(
    db,
    'leads and their clocks',
    sql<ClockedLead & { clocks: ({ clock: SlaClock } & Clock)[] | null }>`
    select l.id, l.kind, l.source, l.status, l.enquiry_status, l.status_at, l.assigned_at, l.in_progress_at, l.validated_at,
      l.first_response_at, l.deleted_at, (select json_agg(k) from lead_clocks k where k.company_id = ${companyId} and k.lead_id = l.id) as clocks
    from leads l where l.company_id = ${companyId} and l.id = any(${ids}::bigint[])`,
  )
  const held = await timesStoodStill(
    tenant,
    leads.flatMap((lead) => (beginsLate(lead, settings) ? [lead.id] : [])),
  )
  const all = leads.flatMap((lead) =>
    SLA_CLOCKS.map((clock) => {
      const before = lead.clocks?.find((each) => each.clock === clock)
      const known = { ...lead, held: held.get(lead.id) }
      const after = clockOf(clock, known, before, termsFor(settings, clock, lead.source), settings.now)
      return { lead_id: lead.id, clock, before, after }
    }),
  )
  const gone = all.filter(({ before, after }) => before && !after)
  const set = all.flatMap(({ lead_id, clock, before, after }) =>
    after && after !== before ? [{ ...after, lead_id, clock }] : [],
  )
  await takeClocks(tenant, gone, occasion === 'acted')
  if (set.length)
    await runPlanned(
      db,
      'set clocks',
      sql`
      insert into lead_clocks (company_id, lead_id, clock, started_at, target_ms, calendar_id, due_at, paused_at, pauses, paused_ms, answered_at, took_ms, revision)
      select ${companyId}::int, c.*, ${settings.revision}::int from json_to_recordset(${JSON.stringify(set)}::json)
        as c (lead_id bigint, clock text, started_at timestamptz, target_ms bigint, calendar_id bigint, due_at timestamptz,
          paused_at timestamptz, pauses jsonb, paused_ms bigint, answered_at timestamptz, took_ms bigint)
      on conflict (company_id, lead_id, clock) do update set (started_at, target_ms, calendar_id, due_at, paused_at, pauses, paused_ms, answered_at,
        took_ms, revision) = (excluded.started_at, excluded.target_ms, excluded.calendar_id, excluded.due_at, excluded.paused_at,
        excluded.pauses, excluded.paused_ms, excluded.answered_at, excluded.took_ms, excluded.revision)`,
    )
  if (settings.release_overdue && set.some(({ clock, due_at }) => clock === 'handling' && due_at))
    await awaitOverdue(tenant)
}

/** Whether somebody has had the lead since before it has a clock, whose target has come meanwhile. */
const beginsLate = (
  { status, source, assigned_at, clocks }: ClockedLead & { clocks: object[] | null },
  settings: SlaSettings,
) =>
  clocks === null &&
  (status === 'assigned' || status === 'on_hold') &&
  assigned_at !== settings.now &&
  termsFor(settings, 'handling', source) !== undefined

/** When each of these leads was on hold, deleted or nobody's, since somebody was given it, as the history knows; where it is so now, before that. */
const timesStoodStill = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, Pause[]>()
  const { rows } = await sql<{ id: number; held: Pause[] }>`
    with steps as (
      select l.id, c.id as place, why, still, step.at
      from leads l join changes c on c.company_id = ${companyId} and c.root = 'leads' and c.root_id = l.id
      cross join lateral (values
        ('on hold', c.fields ?& '{status,status_at}', c.fields #>> '{status,1}' = 'on_hold', (c.fields #>> '{status_at,1}')::timestamptz),
        ('given back', c.fields ? 'status', c.fields #>> '{status,1}' = 'new', c.at),
        ('deleted', c.fields ? 'deleted_at', c.fields #>> '{deleted_at,1}' is not null, coalesce((c.fields #>> '{deleted_at,1}')::timestamptz, c.at))
      ) step (why, told, still, at)
      where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and c.entity = 'leads' and c.at >= l.assigned_at and told
    ), times as (
      -- One whose end was undone has gone on since it began.
      select distinct on (id, why, at) * from (
        select *, lead(at) over (partition by id, why order by place) as until from steps
      ) each where still and until > at order by id, why, at, place desc
    ), held as (
      -- Who is deleted while on hold stands still once.
      select id, unnest(range_agg(tstzrange(at, until))) as time from times group by id
    )
    select id, json_agg(json_build_array(lower(time), upper(time)) order by time) as held from held group by id`.execute(
    db,
  )
  return new Map(rows.map(({ id, held }) => [id, held]))
}

/** The due kind of looks at leads that QA has not taken in hand in time. */
export const OVERDUE_DUE = 'overdue'

/** Whether a lead `l` goes to somebody else when its clock `k` is over: its QA person has not begun it, and no undo has left it to them. */
export const GOES_ON_OVERDUE = sql<boolean>`(k.clock = 'handling' and k.answered_at is null and k.kept_at is null
  and l.status = 'assigned' and l.deleted_at is null)`

/** Leads that somebody was given back by an undo stay with them where they were overdue then: whoever undoes an act wants what was before it. */
export const keepOverdue = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return
  await sql`
    update lead_clocks set kept_at = now()
    where company_id = ${companyId} and lead_id = any(${ids}::bigint[]) and clock = 'handling' and answered_at is null
      and due_at <= now() and kept_at is null`.execute(db)
}

/** It is looked when the next lead that nobody has taken in hand is over its target. */
export const awaitOverdue = async ({ db, companyId }: Tenant) => {
  await sql`
    select mark_due_once(${OVERDUE_DUE}, due_at) from (
      select k.due_at from lead_clocks k join leads l on l.company_id = k.company_id and l.id = k.lead_id
      where k.company_id = ${companyId} and k.due_at is not null and ${GOES_ON_OVERDUE}
      order by k.due_at limit 1) next`.execute(db)
}
