import { sql } from 'kysely'
import { COMPETITOR_LIMITS } from '#contract/insight/competitors.ts'
import type { EntityRules } from '#server/platform/changes/rules.ts'

type Faults = NonNullable<EntityRules['faults']>

/** Why competitors can’t be as they were: another has the name, or is marked as our own. */
export const competitorFaults: Faults = async ({ db, companyId }, rows) => {
  const wanted = rows.map(({ id, now, values }) => ({
    id,
    ...pick({ ...now, ...values }, ['name', 'own', 'deleted_at']),
  }))
  const { rows: faults } = await sql<{ id: number; fault: string }>`
    select id, fault from (
      select w.id, case
        when w.deleted_at is not null then null
        when exists (select from competitors o where o.company_id = ${companyId} and o.id <> w.id and o.deleted_at is null
          and fold(o.name) = fold(w.name)) then 'Another competitor has this name now.'
        when w.own and exists (select from competitors o where o.company_id = ${companyId} and o.id <> w.id and o.deleted_at is null
          and o.own) then 'Another site is marked as your own now.'
        when (select count(*) from competitors o where o.company_id = ${companyId} and o.deleted_at is null and o.id <> w.id)
          >= ${COMPETITOR_LIMITS.competitors} then 'You follow as many competitors as there can be.'
      end as fault
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id bigint, name text, own boolean, deleted_at timestamptz)) f
    where fault is not null`.execute(db)
  return new Map(faults.map(({ id, fault }) => [id, fault]))
}

/** Why feeds can’t be as they were: another has the address, or the competitor is gone. */
export const feedFaults: Faults = async ({ db, companyId }, rows, comesBack) => {
  const wanted = rows.map(({ id, now, values }) => {
    const then = { ...now, ...values }
    return {
      id,
      ...pick(then, ['url', 'deleted_at', 'competitor_id']),
      whole: comesBack('competitors', Number(then['competitor_id'])),
    }
  })
  const { rows: faults } = await sql<{ id: number; fault: string }>`
    select id, fault from (
      select w.id, case
        when w.deleted_at is not null then null
        when not w.whole and not exists (select from competitors c where c.company_id = ${companyId} and c.id = w.competitor_id
          and c.deleted_at is null) then 'The competitor was deleted.'
        when exists (select from competitor_feeds o where o.company_id = ${companyId} and o.id <> w.id and o.deleted_at is null
          and o.url = w.url) then 'This feed was added again.'
        when (select count(*) from competitor_feeds o where o.company_id = ${companyId} and o.deleted_at is null and o.id <> w.id)
          >= ${COMPETITOR_LIMITS.feeds} then 'You read as many feeds as there can be.'
      end as fault
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id bigint, url text, deleted_at timestamptz, competitor_id bigint, whole boolean)) f
    where fault is not null`.execute(db)
  return new Map(faults.map(({ id, fault }) => [id, fault]))
}

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]))
