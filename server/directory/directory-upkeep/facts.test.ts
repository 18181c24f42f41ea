import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contactsShown, DIRECTORY_KEYS, keep } from '#server/test/directory.ts'
import { putLead } from '#server/test/journey.ts'
import { comment, merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { checkDirectory } from './check.ts'
import { keepSome } from './fold.ts'
import { UPKEEP } from './lock.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { tenants } = app.services

const company = () => app.signIn({ can: [...DIRECTORY_KEYS, ...MERGE_KEYS] })
const run = (person: TestPerson, text: string, values: unknown[] = []) =>
  app.sql(person.companyId, text, [person.companyId, ...values])

const act = fc.record({
  kind: fc.constantFrom(
    'add',
    'edit',
    'merge',
    'unmerge',
    'spam',
    'restore',
    'erase',
    'delete',
    'comment',
    'keep',
    'killed',
  ),
  lead: fc.nat(5),
  who: fc.nat(4),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const PEOPLE = [
  { name: 'Asha Rao', email: 'asha@norrvik.example', company: 'Norrvik', country: 'SE' },
  { name: 'Per Berg', email: null, phone: '+4681234567', company: 'Norrvik AB', country: 'SE' },
  { name: 'Somebody', email: 'sales@mill.example', company: 'Mill Ltd', country: 'PK' },
  { name: 'Li Wei', email: 'li@gmail.com', company: 'Mill Ltd', country: 'PK' },
  { name: 'Nobody', email: null, phone: null, company: null, country: null },
]
const SOME = 'company_id = $1 and id % 6 = $2'
/** What is part of another lead comes back with it alone. */
const NOT_MERGED =
  'not exists (select from lead_merges m where m.company_id = leads.company_id and m.loser_id = leads.id and m.unmerged_at is null)'

const perform = async (person: TestPerson, { kind, lead, who }: Act) => {
  const said = PEOPLE[who]!
  if (kind === 'add') await putLead(app, person, { ...said, status: who % 2 ? 'valid' : 'new' }, [])
  else if (kind === 'edit')
    await run(
      person,
      `update leads set name = $3, email = $4, company = $5, country = $6 where ${SOME} and erased_at is null`,
      [lead, said.name, said.email, said.company, said.country],
    )
  else if (kind === 'spam')
    await run(
      person,
      `update leads set status = 'invalid', enquiry_status = null, reason_code = 'spam_or_bot' where ${SOME}`,
      [lead],
    )
  else if (kind === 'restore')
    await run(
      person,
      `update leads set status = 'new', reason_code = null, deleted_at = null where ${SOME} and erased_at is null and enquiry_status is null and ${NOT_MERGED}`,
      [lead],
    )
  else if (kind === 'delete') await run(person, `update leads set deleted_at = now() where ${SOME}`, [lead])
  else if (kind === 'erase')
    await run(
      person,
      `update leads set name = '', email = null, phone = null, company = null, deleted_at = now(), erased_at = now() where ${SOME} and deleted_at is not null`,
      [lead],
    )
  else if (kind === 'keep') await keep(app, person)
  else if (kind === 'killed')
    await tenants
      .write(person.companyId, { kind: 'system', channel: 'api', act: UPKEEP }, async (tenant) => {
        await keepSome(tenant)
        throw new Error('killed')
      })
      .catch(() => undefined)
  else {
    const leads = await run(
      person,
      'select id::int from leads where company_id = $1 and deleted_at is null order by id',
      [],
    )
    const [one, other] = [leads[lead % (leads.length || 1)], leads[(lead + 1) % (leads.length || 1)]]
    if (kind === 'comment' && one) await comment(person, one.id, 'Called back').catch(() => undefined)
    if (kind === 'merge' && one && other && one !== other) await merge(person, one.id, other.id).catch(() => undefined)
    if (kind === 'unmerge') {
      const [last] = await run(
        person,
        'select id::int from lead_merges where company_id = $1 order by id desc limit 1',
        [],
      )
      if (last) await unmerge(person, last.id).catch(() => undefined)
    }
  }
}

test('K1: after any writes, deaths and merges the facts are what the sources say, and nobody is there twice', async () => {
  const [ada, eve] = [await company(), await company()]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
      for (const acts of rounds)
        for (const each of acts)
          await Promise.all([perform(ada, each), perform(eve, { ...each, who: (each.who + 1) % 5 })])
      for (const person of [ada, eve]) {
        await keep(app, person)
        expect(await checkDirectory(tenants, person.companyId)).toMatchObject({ wrong: 0 })
        const twice = await run(
          person,
          `select emails from directory_contacts where company_id = $1 and deleted_at is null and emails <> '' group by 1 having count(*) > 1`,
        )
        expect(twice).toEqual([])
        const [{ counted, shown }] = await run(
          person,
          `select (select count(*)::int from directory_leads where company_id = $1 and contact_key_id is not null) as counted,
            (select coalesce(sum(leads_all), 0)::int from directory_contacts where company_id = $1 and deleted_at is null) as shown`,
        )
        expect(shown).toBe(counted)
      }
    }),
    { numRuns: howMany(6, 60) },
  )
})

test('S8: what an erased lead said is nowhere in the directory, while others are as they were', async () => {
  const ada = await company()
  const id = await putLead(app, ada, {
    name: 'Yuki Tanabe',
    email: 'tanabe@mill.example',
    phone: '+923005550158',
    company: 'Mill Ltd',
  })
  await putLead(app, ada, { name: 'Per Berg', email: 'per@norrvik.example' })
  expect(await contactsShown(app, ada)).toHaveLength(2)
  const [{ id: contact }] = await run(
    ada,
    `select id from directory_contacts where company_id = $1 and email = 'tanabe@mill.example'`,
  )
  await run(ada, `update directory_contacts set note = 'Likes tea' where company_id = $1 and id = $2`, [contact])

  await run(ada, 'update leads set deleted_at = now() where company_id = $1 and id = $2', [id])
  await keep(app, ada)
  await run(
    ada,
    `update leads set name = '', email = null, phone = null, company = null, erased_at = now() where company_id = $1 and id = $2`,
    [id],
  )
  expect(await contactsShown(app, ada)).toMatchObject([{ name: 'Per Berg' }])

  const all = await run(
    ada,
    `select (select jsonb_agg(k) from directory_keys k where company_id = $1) as keys, (select jsonb_agg(f) from directory_facts f where company_id = $1) as facts,
      (select jsonb_agg(c) from directory_contacts c where company_id = $1) as contacts`,
  )
  expect(JSON.stringify(all)).not.toMatch(/Yuki|Tanabe|tanabe|923005550158/)
  expect(JSON.stringify(all)).toContain('per@norrvik.example')
})
