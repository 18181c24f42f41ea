import { sql } from 'kysely'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { IntakeForm, NamedCalendar, SlaTarget } from '#contract/leads/configuration.ts'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { IS_DEFAULT } from '#server/leads/sla/settings.ts'

export const calendars = async ({ db, companyId }: Tenant): Promise<NamedCalendar[]> => {
  const { rows } = await sql<NamedCalendar>`
    select id, name, ${IS_DEFAULT} as is_default, time_zone, week, holidays, holiday_names, updated_at, version from working_calendars c
    where company_id = ${companyId} order by is_default desc, fold(name), id`.execute(db)
  return rows
}

export const calendar = async (tenant: Tenant, id: number) => (await calendars(tenant)).find((each) => each.id === id)

type CalendarFields = WorkingCalendar & Pick<NamedCalendar, 'name' | 'holiday_names'>

export const addCalendar = async ({ db, companyId }: Tenant, { week, holiday_names, ...fields }: CalendarFields) => {
  const { id } = await db
    .insertInto('working_calendars')
    .values({
      company_id: companyId,
      ...fields,
      week: JSON.stringify(week),
      holiday_names: JSON.stringify(holiday_names),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const changeCalendar = async (
  { db, companyId }: Tenant,
  id: number,
  { week, holiday_names, ...fields }: Partial<CalendarFields>,
) => {
  await db
    .updateTable('working_calendars')
    .set({
      ...fields,
      ...(week && { week: JSON.stringify(week) }),
      ...(holiday_names && { holiday_names: JSON.stringify(holiday_names) }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export const makeDefault = async ({ db, companyId }: Tenant, id: number) => {
  await sql`
    update working_calendars set default_at = clock_timestamp() where company_id = ${companyId} and id = ${id}`.execute(
    db,
  )
}

/** Whether anybody on an assignment list works by it. */
export const worksBy = async ({ db, companyId }: Tenant, id: number) =>
  (
    await db
      .selectFrom('assignment_entries')
      .select('id')
      .where('company_id', '=', companyId)
      .where('calendar_id', '=', id)
      .limit(1)
      .execute()
  ).length > 0

export const removeCalendar = async ({ db, companyId }: Tenant, id: number) => {
  await sql`delete from working_calendars where company_id = ${companyId} and id = ${id}`.execute(db)
}

export const targets = async ({ db, companyId }: Tenant): Promise<SlaTarget[]> => {
  const { rows } = await sql<SlaTarget>`
    select clock, source, minutes, calendar_id from sla_targets
    where company_id = ${companyId} order by clock, source nulls first`.execute(db)
  return rows
}

export const setTarget = async ({ db, companyId }: Tenant, { clock, source, minutes, calendar_id }: SlaTarget) => {
  await sql`
    insert into sla_targets as t (company_id, clock, source, minutes, calendar_id)
    values (${companyId}, ${clock}, ${source}, ${minutes}, ${calendar_id})
    on conflict (company_id, clock, coalesce(source, '')) do update set minutes = excluded.minutes, calendar_id = excluded.calendar_id
    where (t.minutes, t.calendar_id) is distinct from (excluded.minutes, excluded.calendar_id)`.execute(db)
}

export const removeTarget = async (
  { db, companyId }: Tenant,
  { clock, source }: Pick<SlaTarget, 'clock' | 'source'>,
) => {
  await sql`
    delete from sla_targets where company_id = ${companyId} and clock = ${clock} and source is not distinct from ${source}`.execute(
    db,
  )
}

export const forms = async ({ db, companyId }: Tenant, id?: number): Promise<IntakeForm[]> => {
  const { rows } = await sql<IntakeForm>`
    select f.id, f.name, f.status, f.allowed_origins, f.source, f.phone_country, f.updated_at, f.version,
      (select json_build_object('at', k.made_at, 'by', json_build_object('id', s.id, 'name', s.name))
        from intake_keys k join staff s on s.id = k.made_by
        where k.company_id = ${companyId} and k.form_id = f.id order by k.id desc limit 1) as key_made,
      (select count(*) from leads l where l.company_id = ${companyId} and l.form_id = f.id and l.deleted_at is null
        and l.created_at > now() - interval '30 days')::int as leads_30d
    from intake_forms f where f.company_id = ${companyId} ${id === undefined ? sql`` : sql`and f.id = ${id}`}
    order by f.id limit 100`.execute(db)
  return rows
}

/** One at a time changes a form: each sees what the one before has stored. */
export const lockForm = ({ db, companyId }: Tenant, id: number) =>
  db
    .selectFrom('intake_forms')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .execute()

type FormFields = Pick<IntakeForm, 'name' | 'allowed_origins' | 'source' | 'phone_country'>

export const addForm = async ({ db, companyId }: Tenant, fields: FormFields) => {
  const { id } = await db
    .insertInto('intake_forms')
    .values({ company_id: companyId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const changeForm = async (
  { db, companyId }: Tenant,
  id: number,
  fields: Partial<FormFields & { status: string }>,
) => {
  await db.updateTable('intake_forms').set(fields).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Puts a new key's digest in the place of the one before. */
export const putKey = async ({ db, companyId }: Tenant, formId: number, hash: Buffer, by: number) => {
  await sql`select put_form_key(${formId}, ${hash})`.execute(db)
  await db.insertInto('intake_keys').values({ company_id: companyId, form_id: formId, made_by: by }).execute()
}

const MOST_NAMED = 20

/** Of active people; keys that nobody holds are not among them. */
export const holders = async ({ db }: Tenant): Promise<{ key: string; people: PersonRef[]; total: number }[]> => {
  const { rows } = await sql<{ key: string; people: PersonRef[]; total: number }>`
    select key, count(*)::int as total,
      json_agg(json_build_object('id', id, 'name', name) order by place) filter (where place <= ${MOST_NAMED}) as people
    from (
      select key, s.id, s.name, row_number() over (partition by key order by fold(s.name), s.id) as place
      from staff s cross join unnest(s.permissions) key where s.status = 'active'
    ) held group by key order by key`.execute(db)
  return rows
}
