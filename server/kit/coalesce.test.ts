import { afterAll, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { openCoalescing } from './coalesce.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const LIST = ['marketing_leads_list'] as const
const names = async (person: TestPerson, query = {}) =>
  (await person.call(marketingLeads.list, { query })).data.map(({ name }) => name)

/** How many connections were taken meanwhile: a read takes one. */
const connectionsTaken = async (work: () => Promise<unknown>) => {
  const { pool } = app.services
  let taken = 0
  const count = () => void (taken += 1)
  pool.on('acquire', count)
  await work().finally(() => pool.off('acquire', count))
  return taken
}

test('forty who ask for a list at the same moment are answered by a few reads, each with the rows of their own company', async () => {
  const [ada, eve] = [await app.signIn({ can: [...LIST] }), await app.signIn({ can: [...LIST] })]
  const [bob, fay] = [
    await app.signIn({ can: [...LIST], colleagueOf: ada }),
    await app.signIn({ can: [...LIST], colleagueOf: eve }),
  ]
  await putLead(app, ada, { name: 'Of Ada’s company' })
  await putLead(app, eve, { name: 'Of Eve’s company' })
  for (const person of [ada, bob, eve, fay]) await names(person)

  const people = Array.from({ length: 10 }, () => [ada, eve, bob, fay]).flat()
  let found: string[][] = []
  const taken = await connectionsTaken(async () => {
    found = await Promise.all(people.map((person) => names(person)))
  })

  expect(found).toEqual(
    people.map(({ companyId }) => [companyId === ada.companyId ? 'Of Ada’s company' : 'Of Eve’s company']),
  )
  expect(taken).toBeLessThanOrEqual(12)
})

test('whoever sees other leads, or means other days, has another answer, though all ask for the same at once', async () => {
  const manager = await app.signIn({ can: ['assigned_leads_list', 'marketing_leads_reassign', ...LIST] })
  const tokyo = await app.signIn({ can: [...LIST], colleagueOf: manager, timeZone: 'Asia/Tokyo' })
  const own = { can: ['assigned_leads_list' as const], colleagueOf: manager }
  const [ada, bob] = [await app.signIn(own), await app.signIn(own)]
  // Still the 1st in UTC, and the 2nd in Tokyo.
  const created_at = '2026-03-01T20:00:00Z'
  for (const { id, name } of [
    { id: ada.id, name: 'Ada’s' },
    { id: bob.id, name: 'Bob’s' },
  ])
    await putLead(app, manager, { name, status: 'assigned', assigned_qa: id, created_at })
  const assigned = async (person: TestPerson) => {
    const { data, pagination } = await person.call(assignedLeads.list, { query: { order: 'asc' } })
    return [pagination.total, ...data.map(({ name }) => name)]
  }
  const day = { from_date: '2026-03-02', to_date: '2026-03-02', order: 'asc' as const }

  const found = await Promise.all(
    Array.from({ length: 8 }, () => [
      assigned(manager),
      assigned(ada),
      assigned(bob),
      names(manager, day),
      names(tokyo, day),
    ]).flat(),
  )

  for (let at = 0; at < found.length; at += 5)
    expect(found.slice(at, at + 5)).toEqual([[2, 'Ada’s', 'Bob’s'], [1, 'Ada’s'], [1, 'Bob’s'], [], ['Ada’s', 'Bob’s']])
})

test('whoever lacks the key is refused, whoever else asks at the moment; who asks wrongly is told so, and alone', async () => {
  const ada = await app.signIn({ can: [...LIST] })
  const none = await app.signIn({ colleagueOf: ada })
  await putLead(app, ada)
  const url = '/marketing/marketing_leads_list'

  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => ada.send('GET', url)),
    ...Array.from({ length: 8 }, () => none.send('GET', url)),
    ...Array.from({ length: 8 }, () => ada.send('GET', `${url}?source=nonsense`)),
  ])

  expect(answers.map(({ status }) => status)).toEqual([
    ...Array(8).fill(200),
    ...Array(8).fill(403),
    ...Array(8).fill(400),
  ])
  expect(answers.slice(16).map(({ json }) => json.errors[0].field)).toEqual(Array(8).fill('source'))
})

test('what somebody has written is on the list that they ask for next, however many others ask for it meanwhile', async () => {
  const ada = await app.signIn({ can: [...LIST] })
  const bob = await app.signIn({ can: [...LIST], colleagueOf: ada })
  let over = false
  const others = Array.from({ length: 6 }, async () => {
    while (!over) await names(bob)
  })

  const found: number[] = []
  for (let n = 1; n <= 40; n += 1) {
    await putLead(app, ada)
    found.push((await ada.call(marketingLeads.list, { query: {} })).pagination.total)
  }
  over = true
  await Promise.all(others)

  expect(found).toEqual(found.map((_, at) => at + 1))
})

test('work that began before somebody asked answers them never; what waits for it begins when it ends, also badly', async () => {
  const coalesce = openCoalescing(60_000)
  const begun: PromiseWithResolvers<string>[] = []
  const ask = () =>
    coalesce('key', () => {
      const work = Promise.withResolvers<string>()
      begun.push(work)
      return work.promise
    })

  const first = ask()
  const second = [ask(), ask(), ask()]
  expect(begun.length).toBe(1)
  begun[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await expect.poll(() => begun.length).toBe(2)
  const third = [ask(), ask()]
  begun[1]?.resolve('second')
  expect(await Promise.all(second)).toEqual(['second', 'second', 'second'])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.resolve('third')
  expect(await Promise.all(third)).toEqual(['third', 'third'])

  const later = ask()
  begun[3]?.resolve('later')
  expect([await later, begun.length]).toEqual(['later', 4])
})

test('nobody waits for slow work longer than a moment, and what is very slow runs a few times at once', async () => {
  const coalesce = openCoalescing(20)
  const open = Promise.withResolvers<void>()
  let begun = 0
  const ask = () =>
    coalesce('key', async () => {
      const mine = (begun += 1)
      await open.promise
      return mine
    })

  const all: Promise<number>[] = []
  const since = performance.now()
  while (performance.now() - since < 1_000) {
    all.push(ask())
    await sleep(5)
  }
  expect(await coalesce('other', async () => 'at once')).toBe('at once')
  open.resolve()
  const answers = await Promise.all(all)

  // The second after 20 ms, the third 80 later, the fourth 320 later, and then nothing within the second.
  expect(begun).toBeGreaterThanOrEqual(3)
  expect(begun).toBeLessThanOrEqual(5)
  expect(answers).toEqual(answers.toSorted((one, other) => one - other))
  expect(await ask()).toBe(begun)
})
