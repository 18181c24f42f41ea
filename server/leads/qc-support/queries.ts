import { sql, type RawBuilder } from 'kysely'
import type { PersonRef, QueryOf } from '#contract/kit/endpoint.ts'
import {
  QC_WAITING,
  type QC_SORTS,
  type QcAnswer,
  type QcQuestion,
  type QcState,
  type QcTopic,
  type qcSupport,
} from '#contract/leads/qc-support.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { commentsOf } from '#server/platform/comments/comments.ts'
import { staffMatches } from '#server/platform/people/staff-found.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, inWords, page } from '#server/kit/page.ts'

const staff = (id: string) =>
  sql<PersonRef>`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = ${sql.ref(id)})`

/** It waits for an answer, and its day is over where the person is. */
const waitsPastItsDay = ({ timeZone }: Caller) =>
  sql<boolean>`(q.state in (${sql.join(QC_WAITING.map(sql.lit))}) and q.due_on < (now() at time zone ${timeZone})::date)`

/** Something of its newest answer `a`; null while there is none. */
const ofNewest = <T>(what: RawBuilder<T>) =>
  sql<T | null>`(select ${what} from qc_answers a where a.company_id = q.company_id and a.question_id = q.id order by a.id desc limit 1)`

const questions = ({ db, companyId }: Tenant, caller: Caller) =>
  db
    .selectFrom('qc_questions as q')
    .where('q.company_id', '=', companyId)
    .select([
      'q.id',
      'q.question',
      sql<QcTopic>`q.topic`.as('topic'),
      sql<QcQuestion['lead']>`(select jsonb_build_object('id', l.id, 'lead_no', l.lead_no, 'seen',
          case when l.deleted_at is null and ${visibleTo(caller)} then jsonb_build_object('name', l.name, 'kind', l.kind, 'status', l.status) end)
        from leads l where l.company_id = q.company_id and l.id = lead_now(q.lead_id))`.as('lead'),
      sql<QcQuestion['product']>`case
        when q.product_name is not null then jsonb_build_object('id', null, 'name', q.product_name)
        else (select jsonb_build_object('id', p.id, 'name', p.name) from products p
          where p.company_id = q.company_id and p.id = q.product_id) end`.as('product'),
      staff('q.asked_by').as('asked_by'),
      'q.asked_at',
      'q.due_on',
      sql<boolean>`coalesce(${waitsPastItsDay(caller)}, false)`.as('overdue'),
      sql<QcState>`q.state`.as('state'),
      ofNewest(sql<string>`a.answer`).as('answer'),
      ofNewest(staff('a.answered_by')).as('answered_by'),
      ofNewest(sql<string>`a.answered_at`).as('answered_at'),
      sql<number>`(select count(*) from qc_answers a where a.company_id = q.company_id and a.question_id = q.id)`.as(
        'answers',
      ),
      sql<number>`(select count(*) from qc_comments c where c.company_id = q.company_id and c.question_id = q.id)`.as(
        'comments',
      ),
      'q.version',
    ])

const SORTS: ReadonlyMap<string, string> = new Map<(typeof QC_SORTS)[number], string>([
  ['asked_at', 'q.id'],
  ['due_on', 'q.due_on'],
  ['answered_at', 'answered_at'],
  ['state', 'q.state'],
  ['topic', 'q.topic'],
])

export const list = async (
  tenant: Tenant,
  caller: Caller & { timeZone: string },
  query: QueryOf<typeof qcSupport.list>,
) => {
  const { search, state, topic, asked_by, answered_by, due, leadId, productId } = query
  const text = search?.trim()
  const conditions = [
    ...withinDays(sql.ref('q.asked_at'), query, caller.timeZone),
    ...(text ? [await says(tenant, text)] : []),
    ...(state ? [sql<boolean>`q.state = any (${state}::text[])`] : []),
    ...(topic ? [sql<boolean>`q.topic = any (${topic}::text[])`] : []),
    ...(asked_by ? [sql<boolean>`q.asked_by = any (${asked_by}::int[])`] : []),
    ...(answered_by ? [answeredBy(tenant, answered_by)] : []),
    ...(due ? [waitsPastItsDay(caller)] : []),
    ...(leadId === undefined ? [] : [sql<boolean>`q.lead_id = any (leads_within(${leadId}))`]),
    ...(productId === undefined ? [] : [sql<boolean>`q.product_id = ${productId}`]),
  ]
  const wanted = conditions.reduce((found, condition) => found.where(condition), questions(tenant, caller))
  return page(wanted, query, { sorts: SORTS, newestBy: 'q.id' })
}

/** As many are named one by one; of more, each statement looks for itself. */
const MOST_NAMED = 5_000

/** The question or its newest answer has the text somewhere. Few that do are looked up once, for the page and for its total. */
const says = async ({ db, companyId }: Tenant, text: string) => {
  const pattern = sql`fold(${containing(text)})`
  const saying = sql`select t.question_id from qc_texts t
    where t.company_id = ${companyId} and (t.question like ${pattern} or t.answer like ${pattern})`
  const { rows } = await sql<{ ids: number[] }>`
    select to_json(array(${saying} limit ${MOST_NAMED + 1})) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > MOST_NAMED ? sql<boolean>`q.id in (${saying})` : sql<boolean>`q.id = any (${ids}::bigint[])`
}

const answeredBy = ({ companyId }: Tenant, people: readonly number[]) =>
  sql<boolean>`exists (
    select from qc_answers a where a.company_id = ${companyId} and a.question_id = q.id and a.answered_by = any (${people}::int[])
      and not exists (select from qc_answers b where b.company_id = ${companyId} and b.question_id = q.id and b.id > a.id))`

const MOST_PEOPLE = 100

/** Those who have left, too. */
export const filterOptions = async ({ db, companyId }: Tenant, search?: string) => {
  const people = async (have: RawBuilder<unknown>) => {
    const { rows } = await sql<PersonRef>`
      select s.id, s.name from staff s where exists (${have}) and ${staffMatches(search)} order by ${inWords(sql.ref('s.name'))}, s.id limit ${MOST_PEOPLE}`.execute(
      db,
    )
    return rows
  }
  return {
    asked_by: await people(sql`select from qc_questions q where q.company_id = ${companyId} and q.asked_by = s.id`),
    answered_by: await people(sql`select from qc_answers a where a.company_id = ${companyId} and a.answered_by = s.id`),
  }
}

export const byId = (tenant: Tenant, caller: Caller, id: number) =>
  questions(tenant, caller).where('q.id', '=', id).executeTakeFirst()

const MOST_ANSWERS = 50

/** The versions of the answer, the newest first. */
export const answersOf = ({ db, companyId }: Tenant, questionId: number): Promise<QcAnswer[]> =>
  db
    .selectFrom('qc_answers as a')
    .where('a.company_id', '=', companyId)
    .where('a.question_id', '=', questionId)
    .select(['a.id', 'a.answer', staff('a.answered_by').as('answered_by'), 'a.answered_at'])
    .orderBy('a.id', 'desc')
    .limit(MOST_ANSWERS)
    .execute()

/** What was said about a question. Its caller has found the question. */
export const questionComments = commentsOf({
  table: 'qc_comments',
  about: 'question_id',
  noun: 'Question',
  most: 200,
  find: (tenant, caller, id) => byId(tenant, caller, id),
  hold: (tenant, _, id) => lock(tenant, id),
})

/** The question itself, so that nobody else answers or closes it meanwhile; undefined when there is none. */
export const lock = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ id: number; state: QcState; version: number; asked_by: number }>`
    select id, state, version, asked_by from qc_questions where company_id = ${companyId} and id = ${id} for update`.execute(
    db,
  )
  return rows[0]
}

interface NewQuestion {
  question: string
  topic: QcTopic
  lead_id: number | null
  product_id: number | null
  product_name: string | null
  due_on: string | null
  asked_by: number
}

export const add = async ({ db, companyId }: Tenant, question: NewQuestion): Promise<number> => {
  const { id } = await db
    .insertInto('qc_questions')
    .values({ ...question, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const addAnswer = async (
  { db, companyId }: Tenant,
  question_id: number,
  answer: string,
  answered_by: number,
) => {
  await db.insertInto('qc_answers').values({ company_id: companyId, question_id, answer, answered_by }).execute()
}

export const setState = async ({ db, companyId }: Tenant, id: number, state: QcState) => {
  await db.updateTable('qc_questions').set({ state }).where('company_id', '=', companyId).where('id', '=', id).execute()
}

export const productExists = async ({ db, companyId }: Tenant, id: number) =>
  (await db
    .selectFrom('products')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined

const BEST = 5
/** Of a word that many questions have, the newest count: a word that all have tells nothing. */
const NEWEST_OF_WORD = 500

/** The answered questions that share most of the text's words; rare words weigh more. */
export const similar = async (tenant: Tenant, caller: Caller, text: string) => {
  const { db, companyId } = tenant
  const { rows } = await sql<{ id: number }>`
    with asked as (select distinct word from qc_stems(${text}) word limit 40),
    said as (
      select asked.word, w.question_id, count(*) over (partition by asked.word) as holders
      from asked cross join lateral (
        select question_id from qc_words w where w.company_id = ${companyId} and w.word = asked.word
        order by question_id desc limit ${NEWEST_OF_WORD}
      ) w
    )
    select q.id from (select question_id, sum(1.0 / holders) as weight, count(*) as words from said group by 1) best
    join qc_questions q on q.company_id = ${companyId} and q.id = best.question_id and q.state in ('answered', 'closed')
    where exists (select from qc_answers a where a.company_id = ${companyId} and a.question_id = q.id)
    order by best.words desc, best.weight desc, q.id desc limit ${BEST}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await questions(tenant, caller).where('q.id', 'in', ids).execute()
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
