import { afterAll, expect, test } from 'vitest'
import { duplicates } from '#contract/leads/duplicates.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { everything, merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const eve = await app.signIn({ can: MERGE_KEYS, name: 'Eve' })

test('a merge lets nobody out of quarantine: the winner is held back where the email that it takes is restricted, and comes out without it', async () => {
  const entry = async ({ companyId }: TestPerson) =>
    (
      await app.sql(
        companyId,
        `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example') returning id::int`,
        [companyId],
      )
    )[0].id
  const cara = await app.signIn({ can: MERGE_KEYS })
  const pair = async (who: TestPerson, quarantined_by: number | null) =>
    [
      await putLead(app, who, { email: null }),
      await putLead(app, who, { email: 'noor@spam.example', quarantined_by }),
    ] as const
  const held = await entry(cara)
  const [winner, loser] = await pair(cara, held)
  const [freeWinner, freeLoser] = await pair(eve, null)

  const { data } = await merge(cara, winner, loser)
  await merge(eve, freeWinner, freeLoser)

  const queued = async (id: number) =>
    (await everything(app, [id])).filter(({ of }) => of === 'assignment_queue').map(({ row }) => row.list)
  expect(await storedLead(app, winner)).toMatchObject({ email: 'noor@spam.example', quarantined_by: held })
  expect([await queued(winner), await queued(freeWinner)]).toEqual([[], ['qa']])
  await unmerge(cara, data.merge.id)
  expect(await storedLead(app, winner)).toMatchObject({ email: null, quarantined_by: null })
  expect([await queued(winner), await queued(loser)]).toEqual([['qa'], []])
})

test('a winner that was opened again by the merge, and held back by it, is decided again once taken apart', async () => {
  const cara = await app.signIn({ can: MERGE_KEYS })
  await app.sql(
    cara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example')`,
    [cara.companyId],
  )
  const winner = await putLead(app, cara, { status: 'invalid', assigned_qa: cara.id, email: 'noor@spam.example' })
  const loser = await putLead(app, cara)
  const leads = async () => (await everything(app, [winner, loser])).filter(({ of }) => of === 'leads')
  const before = await leads()
  const { data } = await merge(cara, winner, loser, { choices: { email: 'winner', decision: 'loser' } })
  const merged = await storedLead(app, winner)

  const { data: apart } = await unmerge(cara, data.merge.id)

  expect(merged).toMatchObject({ status: 'new', assigned_qa: null, quarantined_by: expect.anything() })
  expect(apart.kept).toEqual([])
  expect(await leads()).toEqual(before)
})

test('taken apart, a new lead is looked at as the list of domains is now, and one on hold wakes on its day', async () => {
  const cara = await app.signIn({ can: MERGE_KEYS })
  const fresh = await putLead(app, cara, { email: 'noor@late.example' })
  const asleep = { status: 'on_hold', assigned_qa: cara.id, on_hold_until: '2026-01-05' }
  const [first, second] = [await putLead(app, cara, asleep), await putLead(app, cara, asleep)]
  const one = await merge(cara, await putLead(app, cara, { email: null, phone: '+4930901820' }), fresh, {
    choices: { email: 'winner' },
  })
  const other = await merge(cara, first, second)
  await workOff(app)
  await app.sql(
    cara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'late.example')`,
    [cara.companyId],
  )

  await unmerge(cara, one.data.merge.id)
  await unmerge(cara, other.data.merge.id)
  await workOff(app)

  expect((await storedLead(app, fresh)).quarantined_by).not.toBeNull()
  expect(await storedLead(app, second)).toMatchObject({ status: 'assigned', on_hold_until: null })
})

test('the preview names the domain for which the winner would be held back, and the merge does so; a throw-away one is put on the list by the merge alone', async () => {
  const [cara, dan] = [await app.signIn({ can: MERGE_KEYS }), await app.signIn({ can: MERGE_KEYS })]
  await app.sql(
    cara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example')`,
    [cara.companyId],
  )
  const heldBy = async (who: TestPerson, winnerId: number, loserId: number, choices = {}) =>
    (await who.call(duplicates.preview, { body: { winnerId, loserId, choices } })).data.restricted_by?.domainName ??
    null
  const pair = async (who: TestPerson, email: string, lead = {}) =>
    [
      await putLead(app, who, { email: null, phone: '+4930901820', ...lead }),
      await putLead(app, who, { email }),
    ] as const
  const domains = async (who: TestPerson) =>
    (
      await app.sql(who.companyId, 'select domain_name from restricted_domains where company_id = $1 order by 1', [
        who.companyId,
      ])
    ).map(({ domain_name }) => domain_name)
  const caught = await pair(cara, 'noor@mail.spam.example')
  const thrown = await pair(cara, 'noor@mailinator.com')
  const begun = await pair(cara, 'noor@spam.example', { status: 'assigned', assigned_qa: cara.id })
  const elsewhere = await pair(dan, 'noor@spam.example')

  expect(await heldBy(cara, ...caught)).toBe('spam.example')
  expect(await heldBy(cara, ...caught, { email: 'winner' })).toBeNull()
  expect(await heldBy(cara, ...thrown)).toBe('mailinator.com')
  expect(await heldBy(cara, ...begun)).toBeNull()
  expect(await heldBy(dan, ...elsewhere)).toBeNull()
  expect(await domains(cara)).toEqual(['spam.example'])

  for (const each of [caught, thrown, begun]) await merge(cara, ...each)
  await merge(dan, ...elsewhere)
  const held = async (id: number) => (await storedLead(app, id)).quarantined_by !== null
  expect(await Promise.all([caught, thrown, begun, elsewhere].map(([winner]) => held(winner)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([await domains(cara), await domains(dan)]).toEqual([['mailinator.com', 'spam.example'], []])
})

test('taken apart, a new lead whose email the merge left alone is not held back, though its domain is restricted by now', async () => {
  const cara = await app.signIn({ can: MERGE_KEYS })
  const winner = await putLead(app, cara, { email: 'noor@freed.example', city: null })
  const loser = await putLead(app, cara, { city: 'Lahore' })
  const leads = async () => (await everything(app, [winner, loser])).filter(({ of }) => of === 'leads')
  const before = await leads()
  const { data } = await merge(cara, winner, loser)
  await app.sql(
    cara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'freed.example')`,
    [cara.companyId],
  )

  await unmerge(cara, data.merge.id)

  expect(await leads()).toEqual(before)
  const hits = await app.sql(cara.companyId, 'select lead_id from restricted_domain_hits where company_id = $1', [
    cara.companyId,
  ])
  expect(hits).toEqual([])
})
