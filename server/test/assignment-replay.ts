import { assignmentReplay, type AssignmentReplay, type ListProposal } from '#contract/leads/assignment-replay.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestApp, TestPerson } from './app.ts'
import { putLead, type LeadRow } from './journey.ts'
import { putOnList, QA_KEYS, REP_KEYS } from './leads.ts'

export const REPLAY_KEYS = [
  'qa_auto_assign_set_status',
  'salesrep_auto_assign_update',
  'configuration_edit',
] as const satisfies readonly PermissionKey[]
export const HOUR = 3_600_000

export const replay = async (mara: TestPerson, body: ListProposal = {}) =>
  (await mara.call(assignmentReplay.qa, { body })).data
export const withCredit = async (mara: TestPerson, most_credit: number, list: 'qa' | 'sales' = 'sales') =>
  (await mara.call(assignmentReplay.credit, { body: { list, most_credit } })).data
export const received = ({ people }: AssignmentReplay, which: 'today' | 'proposed') =>
  Object.fromEntries(people.map((person) => [person.name, person[which]?.received ?? null]))

type Answer = [item: number, answer: string]
export const PASSED = [1, 2, 6, 8, 9, 10].map((item): Answer => [item, 'yes'])

/** Companies to replay, with people on their lists and leads of the days before today. */
export const replaysOf = (app: TestApp) => {
  const TODAY = Date.parse(new Date().toISOString().slice(0, 10))
  /** So many hours before today begins in UTC. */
  const ago = (hours: number) => new Date(TODAY - hours * HOUR).toISOString()

  const onList = async (mara: TestPerson, name: string, list: 'qa' | 'sales' = 'qa') => {
    const person = await app.signIn({ colleagueOf: mara, name, can: [...QA_KEYS, ...REP_KEYS] })
    await putOnList(app, person, list)
    const [{ id }] = await app.sql(mara.companyId, 'select id::int from assignment_entries where staff_id = $1', [
      person.id,
    ])
    return { ...person, entry: Number(id) }
  }

  return {
    TODAY,
    ago,
    onList,

    async company(timeZone = 'UTC') {
      const mara = await app.signIn({ can: REPLAY_KEYS, name: 'Mara', timeZone })
      const [ann, ben] = [await onList(mara, 'Ann'), await onList(mara, 'Ben')]
      return { mara, ann, ben }
    },

    async entryOf(mara: TestPerson, name: string) {
      const [row] = await app.sql(
        mara.companyId,
        'select e.id::int from assignment_entries e join identity.people p on p.id = e.staff_id where e.company_id = $1 and p.first_name = $2',
        [mara.companyId, name],
      )
      return Number(row.id)
    },

    async put(mara: TestPerson, many: number, more: (at: number) => LeadRow = () => ({})) {
      for (let at = 0; at < many; at++) await putLead(app, mara, { created_at: ago(20 * 24 - at), ...more(at) })
    },

    /** Twelve valid leads of a company that somebody in sales has, and then twelve of nobody’s. */
    async knownAndNew(mara: TestPerson, rep: TestPerson) {
      const known = 'buyer@known.example'
      await putLead(app, mara, { status: 'valid', created_at: ago(60 * 24), email: known, sales_person: rep.id })
      for (let at = 0; at < 24; at++)
        await putLead(app, mara, {
          status: 'valid',
          created_at: ago(25 * 24),
          validated_at: ago(20 * 24 - at),
          email: at < 12 ? known : `buyer@new${at}.example`,
        })
    },

    /** A valid lead whose questions were answered so; null: it was asked none. */
    async putAnswered(person: TestPerson, answers: readonly Answer[] | null, days = 10) {
      const at = ago(days * 24)
      const lead = { created_at: at, validated_at: at, status: 'valid', enquiry_status: 'open' }
      const id = await putLead(app, person, lead)
      const [verdict] = await app.sql(
        person.companyId,
        `insert into lead_verdicts (company_id, lead_id, by_person, verdict, products, checklist, checklist_version)
         values ($1, $2, $3, 'valid', '[]', $4, 1) returning id`,
        [
          person.companyId,
          id,
          person.id,
          answers && JSON.stringify(answers.map(([item, answer]) => ({ item, answer, evidence: 'Looked at' }))),
        ],
      )
      await app.sql(person.companyId, 'update leads set verdict_id = $2 where id = $1', [id, verdict.id])
    },

    /** A sum of each table, of all companies. */
    async everything() {
      const { rows: tables } = await app.owner.query(
        `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
      )
      const sums = [...tables.map(({ name }) => name), 'identity.due'].map(
        (name) => `select '${name}' as name, md5(string_agg(t::text, ';' order by t::text)) as sum from ${name} t`,
      )
      return (await app.owner.query(`${sums.join(' union all ')} order by 1`)).rows
    },
  }
}
