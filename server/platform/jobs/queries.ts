import { sql } from 'kysely'
import type { Job, JobResult, JobState } from '#contract/platform/jobs.ts'
import type { Pagination } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { ENDLESS, page, type PageQuery } from '#server/kit/page.ts'
import { isHalfDone } from '#server/platform/changes/undos.ts'

type Row = Omit<Job, 'outcomes' | 'can_retry' | 'can_undo'> & { outcomes: Record<string, number>; refused: boolean }

/** A person's own jobs: nobody else's are anybody's business. */
const own = ({ db, companyId }: Tenant, personId: number) =>
  db
    .selectFrom('jobs as j')
    .select([
      'j.id',
      'j.kind',
      'j.title',
      sql<JobState>`j.state`.as('state'),
      'j.done',
      'j.total',
      sql<Record<string, number>>`j.outcomes`.as('outcomes'),
      'j.message',
      sql<boolean>`j.cancel_asked_at is not null and j.state = 'running'`.as('cancelling'),
      'j.change_set',
      sql<boolean>`exists (select from job_results r where r.company_id = ${companyId} and r.job_id = j.id)`.as(
        'refused',
      ),
      sql<Job['undone']>`(
        select json_build_object('at', u.at, 'by', json_build_object('id', u.by_person, 'name', coalesce(s.name, '')))
        from undos u left join staff s on s.id = u.by_person
        where u.company_id = ${companyId} and u.undone = j.change_set and not ${isHalfDone(companyId)})`.as('undone'),
      'j.created_at',
      'j.started_at',
      'j.finished_at',
    ])
    .where('j.company_id', '=', companyId)
    .where('j.person_id', '=', personId)

export const list = async (
  tenant: Tenant,
  personId: number,
  query: PageQuery & { state?: JobState[] },
  quiet: readonly string[],
) => {
  const mine = own(tenant, personId).where(sql<boolean>`j.kind <> all (${quiet}::text[])`)
  return page(query.state ? mine.where('j.state', 'in', query.state) : mine, query, {
    searchIn: ['j.title'],
    newestBy: 'j.id',
  })
}

export const one = (tenant: Tenant, personId: number, id: number): Promise<Row | undefined> =>
  own(tenant, personId).where('j.id', '=', id).executeTakeFirst()

/** What a retry has to know, past what people are shown. */
export const ended = ({ db, companyId }: Tenant, personId: number, id: number) =>
  db
    .selectFrom('jobs')
    .select(['id', 'kind', 'input', 'state'])
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Result = Omit<JobResult, 'label' | 'href'> & { entity: string | null }

export const results = async (
  { db, companyId }: Tenant,
  id: number,
  query: PageQuery & { outcome?: string[] },
): Promise<{ data: Result[]; pagination: Pagination }> => {
  const all = db.selectFrom('job_results as r').where('r.company_id', '=', companyId).where('r.job_id', '=', id)
  const wanted = query.outcome ? all.where('r.outcome', 'in', query.outcome) : all
  // A job may skip a million rows, each of which can be turned to: those before it are passed by their ids alone.
  const { data: ids, pagination } = await page(wanted.select('r.id'), query, {
    newestBy: 'r.id',
    usualOrder: 'asc',
    last: ENDLESS,
  })
  if (ids.length === 0) return { data: [], pagination }
  const data = await all
    .select(['r.id', 'r.entity', 'r.subject', 'r.outcome', 'r.message'])
    .where(
      'r.id',
      'in',
      ids.map((row) => row.id),
    )
    .orderBy('r.id', query.order ?? 'asc')
    .execute()
  return { data, pagination }
}

/** The reasons, told apart by their words; rows beyond the first ones are not counted apart. */
export const reasons = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ outcome: string; message: string | null; count: number }>`
    select outcome, message, count(*) from job_results where company_id = ${companyId} and job_id = ${id}
    group by outcome, message order by count(*) desc, message limit 20`.execute(db)
  return rows
}
