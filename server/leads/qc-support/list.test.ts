import { afterAll, expect, test } from 'vitest'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { ANSWERS, answered, asked, ASKS, foundBy, team } from '#server/test/qc-support.ts'

const { list, filterOptions, similar } = qcSupport

const app = await startTestApp()
afterAll(() => app.stop())

const askedAt = (person: TestPerson, id: number, at: string) =>
  app.sql(person.companyId, 'update qc_questions set asked_at = $3 where company_id = $1 and id = $2', [
    person.companyId,
    id,
    at,
  ])

test('L5: what the list does not tell of a lead, it neither finds nor sorts by', async () => {
  const { rep, qc } = await team(app)
  await asked(rep, 'Does it fit?', { leadId: await putLead(app, rep) })

  for (const search of ['Yuki', 'tanabe', 'new', 'enquiry'])
    expect((await qc.call(list, { query: { search } })).pagination.total).toBe(0)
  for (const sort of ['lead', 'name', 'status', 'kind', 'l.name', 'seen'])
    expect((await qc.call(list, { query: { sort } }).catch((error) => error)).failure.errors[0].field).toBe('sort')
  expect((await qc.call(list, { query: { search: 'fit' } })).pagination.total).toBe(1)
})

test('the list by state, topic, people, lateness and text, with its exact total; of another company it finds nothing', async () => {
  const [{ rep, qc }, other] = [await team(app), await team(app)]
  await asked(other.rep, 'Steel grade of theirs?', { due_on: '2020-01-01' })
  const steel = await asked(rep, 'Steel grade of the flange?')
  const boss = await app.signIn({ can: ASKS, colleagueOf: rep })
  const price = await asked(boss, 'Price for 500?', { topic: 'price', due_on: '2020-01-01' })
  await answered(qc, steel.id, 'Duplex 2205')
  const found = foundBy(qc)

  expect(await found({})).toEqual(['Price for 500?', 'Steel grade of the flange?'])
  expect(await found({ state: ['open', 'reopened'] })).toEqual(['Price for 500?'])
  expect(await found({ topic: ['specification', 'packing'] })).toEqual(['Steel grade of the flange?'])
  expect(await found({ asked_by: [rep.id, other.rep.id] })).toEqual(['Steel grade of the flange?'])
  expect(await found({ answered_by: [qc.id] })).toEqual(['Steel grade of the flange?'])
  expect(await found({ due: 'overdue' })).toEqual(['Price for 500?'])
  expect(await found({ search: 'duplex' })).toEqual(['Steel grade of the flange?'])
  expect(await found({ search: 'DUPLEX 22' })).toEqual(['Steel grade of the flange?'])
  expect(await found({ search: '22' })).toEqual(['Steel grade of the flange?'])
  expect(await found({ search: 'grade', topic: ['price'] })).toEqual([])
  expect(await found({ search: 'theirs' })).toEqual([])
  expect(await found({ search: '100%' })).toEqual([])
  expect(await found({ topic: ['price'], answered_by: [qc.id] })).toEqual([])

  await answered(qc, price.id, '3.20 each')
  expect(await found({ due: 'overdue' })).toEqual([])
  expect(await foundBy(other.qc)({})).toEqual(['Steel grade of theirs?'])
  expect(await foundBy(other.qc)({ asked_by: [rep.id] })).toEqual([])
})

test('however many have the text: common or rare, short or long, the page and its total are the same as by looking at each', async () => {
  const [{ rep, qc }, other] = [await team(app), await team(app)]
  const put = (of: TestPerson, many: number) =>
    app.sql(
      of.companyId,
      `insert into qc_questions (company_id, question, topic, asked_by)
       select $1, 'Ask ' || case when g % 9 < 4 then 'Common' else 'plain' end || case when g % 700 = 0 then ' rare' else '' end, 'price', $2
       from generate_series(1, $3) g`,
      [of.companyId, of.id, many],
    )
  await put(other.rep, 50)
  await put(rep, 12_000)
  // The newest few have nothing of what the others have.
  await app.sql(
    rep.companyId,
    `insert into qc_questions (company_id, question, topic, asked_by) select $1, 'New ' || g, 'price', $2 from generate_series(1, 300) g`,
    [rep.companyId, rep.id],
  )
  const [one] = await app.sql(rep.companyId, `select id::int from qc_questions where question like '% rare' limit 1`)
  await answered(qc, one.id, 'Once common')

  const newest = (await app.sql(
    rep.companyId,
    `select id::int, lower(question || case when id = $2 then 'once common' else '' end) as text from qc_questions where company_id = $1 order by id desc`,
    [rep.companyId, one.id],
  )) as { id: number; text: string }[]
  for (const search of ['common', 'ask', 'rare', 'New 17', 'mo', 'n 1', 'ONCE', 'nothing']) {
    const { data, pagination } = await qc.call(list, { query: { search, page: 1, pageSize: 20 } })
    const those = newest.filter(({ text }) => text.includes(search.toLowerCase()))
    expect([search, pagination.total]).toEqual([search, those.length])
    expect(data.map(({ id }) => id)).toEqual(those.slice(0, 20).map(({ id }) => id))
  }
})

test('who answers a question is whoever gave its newest answer', async () => {
  const { rep, qc } = await team(app)
  const second = await app.signIn({ can: ANSWERS, name: 'Sam Second', colleagueOf: rep })
  const { id } = await asked(rep, 'Which grease?')
  await answered(qc, id, 'Lithium')
  await answered(second, id, 'Calcium')

  expect(await foundBy(rep)({ answered_by: [qc.id] })).toEqual([])
  expect(await foundBy(rep)({ answered_by: [second.id] })).toEqual(['Which grease?'])
})

test('the days of asking are whole days where the reader is', async () => {
  const { rep, qc } = await team(app)
  const { id } = await asked(rep, 'Late at night?')
  await askedAt(rep, id, '2026-03-01T23:30:00Z')
  const east = await app.signIn({ can: ANSWERS, colleagueOf: qc, timeZone: 'Europe/Berlin' })

  const ofDay = (day: string) => ({ from_date: day, to_date: day })
  expect([await foundBy(qc)(ofDay('2026-03-01')), await foundBy(qc)(ofDay('2026-03-02'))]).toEqual([
    ['Late at night?'],
    [],
  ])
  expect([await foundBy(east)(ofDay('2026-03-01')), await foundBy(east)(ofDay('2026-03-02'))]).toEqual([
    [],
    ['Late at night?'],
  ])
  await expect(foundBy(qc)({ from_date: '2026-03-02', to_date: '2026-03-01' })).rejects.toThrow('400')
})

test('sorted by when it was asked, is needed or was answered, what has no such day last', async () => {
  const { rep, qc } = await team(app)
  const first = await asked(rep, 'First', { due_on: '2199-01-02' })
  const second = await asked(rep, 'Second', { due_on: '2199-01-01' })
  await asked(rep, 'Third')
  await answered(qc, second.id, 'Yes')
  await answered(qc, first.id, 'Yes')
  const found = foundBy(rep)

  expect(await found({ sort: 'asked_at', order: 'asc' })).toEqual(['First', 'Second', 'Third'])
  expect(await found({ sort: 'due_on', order: 'asc' })).toEqual(['Second', 'First', 'Third'])
  expect(await found({ sort: 'answered_at', order: 'desc' })).toEqual(['First', 'Second', 'Third'])
  await expect(found({ sort: 'password' })).rejects.toThrow('400')
})

test('the list can be filtered by whoever has asked and whoever has answered, people who have left too', async () => {
  const [{ rep, qc }, other] = [await team(app), await team(app)]
  const { id } = await asked(rep, 'Which grease?')
  await answered(qc, id, 'Lithium')
  await app.sql(qc.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [qc.id])

  expect((await rep.call(filterOptions, { query: {} })).data).toEqual({
    asked_by: [{ id: rep.id, name: 'Rita Rep' }],
    answered_by: [{ id: qc.id, name: 'Quin Check' }],
  })
  expect((await rep.call(filterOptions, { query: { search: 'quin' } })).data).toEqual({
    asked_by: [],
    answered_by: [{ id: qc.id, name: 'Quin Check' }],
  })
  expect((await other.rep.call(filterOptions, { query: {} })).data).toEqual({ asked_by: [], answered_by: [] })
})

test('who is chosen in a filter already is named by id, whatever they have said; nobody of another company', async () => {
  const [{ rep, qc }, other] = [await team(app), await team(app)]

  const { data } = await rep.call(filterOptions, { query: { ids: [qc.id, other.qc.id] } })

  const people = [{ id: qc.id, name: 'Quin Check' }]
  expect(data).toEqual({ asked_by: people, answered_by: people })
})

test('while a question is typed, what was answered before is found by its words, whatever their form', async () => {
  const { rep, qc } = await team(app)
  const valves = await asked(rep, 'Are the valves certified for drinking water?')
  const pumps = await asked(rep, 'Which certificates come with the pumps?')
  const unanswered = await asked(rep, 'Is the valve certified for oxygen?')
  for (const { id } of [valves, pumps]) await answered(qc, id, 'Yes: KTW and 3.1')
  const found = async (search: string) => (await rep.call(similar, { query: { search } })).data.map(({ id }) => id)

  expect(await found('a certified valve, for water')).toEqual([valves.id])
  expect(await found('certificate')).toEqual([pumps.id])
  expect(await found('KTW')).toEqual([pumps.id, valves.id])
  expect(await found('the and of')).toEqual([])
  expect(await found('oxygen')).not.toContain(unanswered.id)
  await expect(found('ab')).rejects.toThrow('400')
})
