import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/changes.ts'
import { duplicates } from '#contract/duplicates.ts'
import type { BodyOf, QueryOf } from '#contract/kit/endpoint.ts'
import { notifications } from '#contract/notifications.ts'
import { qcSupport } from '#contract/qc-support.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const { list, filterOptions, answer, submit, ask, comment, setState, similar } = qcSupport

const app = await startTestApp()
afterAll(() => app.stop())

const ASKS = ['qc_support_list', 'qc_support_view', 'qc_support_ask', 'marketing_leads_list'] as const
const ANSWERS = ['qc_support_list', 'qc_support_view', 'qc_support_add_comment'] as const

const team = async () => {
  const rep = await app.signIn({ can: ASKS, name: 'Rita Rep' })
  const qc = await app.signIn({ can: ANSWERS, name: 'Quin Check', colleagueOf: rep })
  return { rep, qc }
}
const asked = async (person: TestPerson, question: string, more: Partial<BodyOf<typeof ask>> = {}) =>
  (await person.call(ask, { body: { question, topic: 'specification', ...more } })).data
const answered = async (person: TestPerson, id: number, text: string, version?: number) =>
  (await person.call(submit, { body: { id, answer: text, ...(version === undefined ? {} : { version }) } })).data
const moved = async (person: TestPerson, id: number, state: 'reopened' | 'closed', note?: string) =>
  (await person.call(setState, { body: { id, state, ...(note === undefined ? {} : { note }) } })).data
const opened = async (person: TestPerson, id: number) => (await person.call(answer, { params: { id } })).data

const storedLead = async (person: TestPerson): Promise<number> => {
  const [lead] = await app.sql(
    person.companyId,
    `insert into leads (company_id, name, source) values ($1, 'Yuki Tanabe', 'manual') returning id`,
    [person.companyId],
  )
  return Number(lead.id)
}
const storedProduct = async (person: TestPerson, name: string): Promise<number> => {
  const [product] = await app.sql(
    person.companyId,
    'insert into products (company_id, code, name) values ($1, $2, $2) returning id',
    [person.companyId, name],
  )
  return Number(product.id)
}
const stateOf = async (person: TestPerson, id: number) =>
  (await app.sql(person.companyId, 'select state from qc_questions where id = $1', [id]))[0].state
const countOf = async (person: TestPerson, table: string) =>
  (await app.sql(person.companyId, `select count(*)::int from ${table} where company_id = $1`, [person.companyId]))[0]
    .count

test('a question is asked, answered, answered better, and every version stays', async () => {
  const { rep, qc } = await team()
  const { id, state } = await asked(rep, 'Which steel is the NPK-20 made of?', {
    topic: 'certificate',
    due_on: '2026-12-01',
  })
  expect(state).toBe('open')

  expect(await answered(qc, id, 'AISI 304')).toMatchObject({
    state: 'answered',
    answer: 'AISI 304',
    answers: 1,
    answered_by: { name: 'Quin Check' },
  })
  await answered(qc, id, 'AISI 316L since March')

  const { question, ...rest } = await opened(rep, id)
  expect(rest.answer).toBe('AISI 316L since March')
  expect(rest.answers.map((version) => version.answer)).toEqual(['AISI 316L since March', 'AISI 304'])
  expect(question).toMatchObject({ topic: 'certificate', due_on: '2026-12-01', asked_by: { name: 'Rita Rep' } })
})

test('reopened with a note, answered again, closed; a closed one is not answered', async () => {
  const { rep, qc } = await team()
  const { id } = await asked(rep, 'How is it packed?')
  await answered(qc, id, 'In crates')

  expect(await moved(rep, id, 'reopened', 'For sea freight too?')).toMatchObject({ state: 'reopened', comments: 1 })
  await answered(qc, id, 'In crates, wrapped for sea freight')
  await moved(rep, id, 'closed')

  await expect(answered(qc, id, 'One more thing')).rejects.toThrow(
    '409 This question is closed. Reopen it to answer it again.',
  )
  await expect(moved(rep, id, 'closed')).rejects.toThrow('409 This question is closed already.')
  const { comments, answers } = await opened(rep, id)
  expect(comments.map((each) => [each.comment, each.author.name])).toEqual([['For sea freight too?', 'Rita Rep']])
  expect(answers).toHaveLength(2)
  expect(await stateOf(rep, id)).toBe('closed')
})

test('what is open has no answer yet: reopening it is refused, withdrawing it is not', async () => {
  const { rep } = await team()
  const { id } = await asked(rep, 'Anything?')

  expect(await opened(rep, id)).toMatchObject({ answer: null, answers: [], comments: [] })
  await expect(moved(rep, id, 'reopened')).rejects.toThrow('409 This question waits for an answer already.')
  expect((await moved(rep, id, 'closed')).state).toBe('closed')
})

test('who asked and who answers may reopen and close, nobody else who asks', async () => {
  const { rep, qc } = await team()
  const other = await app.signIn({ can: ASKS, colleagueOf: rep })
  const { id } = await asked(rep, 'Lead time?')

  await expect(moved(other, id, 'closed', 'Mine')).rejects.toThrow('403')
  expect(await stateOf(rep, id)).toBe('open')
  expect(await countOf(rep, 'qc_comments')).toBe(0)
  expect((await moved(qc, id, 'closed')).state).toBe('closed')
})

test('L5: what the list does not tell of a lead, it neither finds nor sorts by', async () => {
  const { rep, qc } = await team()
  await asked(rep, 'Does it fit?', { leadId: await storedLead(rep) })

  for (const search of ['Yuki', 'tanabe', 'new', 'enquiry'])
    expect((await qc.call(list, { query: { search } })).pagination.total).toBe(0)
  for (const sort of ['lead', 'name', 'status', 'kind', 'l.name', 'seen'])
    expect((await qc.call(list, { query: { sort } }).catch((error) => error)).failure.errors[0].field).toBe('sort')
  expect((await qc.call(list, { query: { search: 'fit' } })).pagination.total).toBe(1)
})

test('two who answer the same question: the second is told, and adds theirs when they insist', async () => {
  const { rep, qc } = await team()
  const { id, version } = await asked(rep, 'Voltage?')
  const first = await answered(qc, id, '230 V', version)

  await expect(answered(qc, id, '400 V', version)).rejects.toThrow(
    '409 Somebody else has answered this question since you opened it.',
  )
  expect(await countOf(rep, 'qc_answers')).toBe(1)
  expect((await answered(qc, id, '400 V', first.version)).answers).toBe(2)
})

test('about a lead that the asker can see, or a product; what it says of the lead is told to whoever sees the lead', async () => {
  const { rep, qc } = await team()
  const leadId = await storedLead(rep)
  const { id, lead } = await asked(rep, 'Does it fit?', { leadId })
  expect(lead).toMatchObject({ id: leadId, seen: { name: 'Yuki Tanabe', kind: 'enquiry', status: 'new' } })

  const { data } = await qc.call(list, { query: { leadId } })
  expect(data).toMatchObject([{ id, lead: { id: leadId, seen: null } }])

  const stranger = await app.signIn({ can: ASKS })
  await expect(asked(stranger, 'Theirs?', { leadId })).rejects.toThrow('404 Lead not found')
  await expect(asked(rep, 'Nothing?', { productId: 999 })).rejects.toThrow('404 Product not found')
  await expect(asked(rep, 'When?', { due_on: '2026-02-30' })).rejects.toThrow('400 due_on is not a day in the calendar')
  expect(await countOf(rep, 'qc_questions')).toBe(1)
})

test('a question from a product of a lead names both; what is not in the catalogue goes by its name', async () => {
  const { rep, qc } = await team()
  const [leadId, productId] = [await storedLead(rep), await storedProduct(rep, 'NPK-20')]
  const listed = await asked(rep, 'How is it packed?', { leadId, productId })
  const named = await asked(rep, 'Could we make it?', { leadId, product_name: 'Brass gland, "M20"' })
  await asked(rep, 'Anything?', { leadId })

  const { data, pagination } = await qc.call(list, { query: { leadId, productId } })
  expect([data.map(({ id }) => id), pagination.total]).toEqual([[listed.id], 1])
  expect(data[0]).toMatchObject({ lead: { id: leadId }, product: { id: productId, name: 'NPK-20' } })
  expect((await opened(qc, named.id)).question.product).toEqual({ id: null, name: 'Brass gland, "M20"' })
  expect(
    await app.sql(
      rep.companyId,
      'select lead_id::int, product_id::int, product_name from qc_questions where company_id = $1 order by id',
      [rep.companyId],
    ),
  ).toEqual([
    { lead_id: leadId, product_id: productId, product_name: null },
    { lead_id: leadId, product_id: null, product_name: 'Brass gland, "M20"' },
    { lead_id: leadId, product_id: null, product_name: null },
  ])

  const stranger = await app.signIn({ can: ASKS })
  await expect(asked(stranger, 'Theirs?', { productId })).rejects.toThrow('404 Product not found')
  await expect(asked(rep, 'Which?', { productId, product_name: 'NPK-21' })).rejects.toThrow(
    '400 A product of the catalogue goes by its own name',
  )
  expect(await countOf(rep, 'qc_questions')).toBe(3)
})

test('a question about a lead that became part of another is about what it has become', async () => {
  const manager = await app.signIn({ can: [...ASKS, 'leads_merge'] })
  const [winnerId, loserId] = [await storedLead(manager), await storedLead(manager)]
  const { id } = await asked(manager, 'Which of the two?', { leadId: loserId })
  await manager.call(duplicates.merge, { body: { winnerId, loserId } })

  const { data } = await manager.call(list, { query: { leadId: winnerId } })
  expect(data).toMatchObject([{ id, lead: { id: winnerId, seen: { name: 'Yuki Tanabe' } } }])
})

/** What the list finds, in its order; its total counts exactly that. */
const foundBy =
  (person: TestPerson) =>
  async (query: QueryOf<typeof list>): Promise<string[]> => {
    const { data, pagination } = await person.call(list, { query })
    expect(pagination.total).toBe(data.length)
    return data.map(({ question }) => question)
  }
const askedAt = (person: TestPerson, id: number, at: string) =>
  app.sql(person.companyId, 'update qc_questions set asked_at = $3 where company_id = $1 and id = $2', [
    person.companyId,
    id,
    at,
  ])

test('the list by state, topic, people, lateness and text, with its exact total; of another company it finds nothing', async () => {
  const [{ rep, qc }, other] = [await team(), await team()]
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
  const [{ rep, qc }, other] = [await team(), await team()]
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
  const { rep, qc } = await team()
  const second = await app.signIn({ can: ANSWERS, name: 'Sam Second', colleagueOf: rep })
  const { id } = await asked(rep, 'Which grease?')
  await answered(qc, id, 'Lithium')
  await answered(second, id, 'Calcium')

  expect(await foundBy(rep)({ answered_by: [qc.id] })).toEqual([])
  expect(await foundBy(rep)({ answered_by: [second.id] })).toEqual(['Which grease?'])
})

test('the days of asking are whole days where the reader is', async () => {
  const { rep, qc } = await team()
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
  const { rep, qc } = await team()
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
  const [{ rep, qc }, other] = [await team(), await team()]
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
  const [{ rep, qc }, other] = [await team(), await team()]

  const { data } = await rep.call(filterOptions, { query: { ids: [qc.id, other.qc.id] } })

  const people = [{ id: qc.id, name: 'Quin Check' }]
  expect(data).toEqual({ asked_by: people, answered_by: people })
})

test('while a question is typed, what was answered before is found by its words, whatever their form', async () => {
  const { rep, qc } = await team()
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

test('another company sees, finds and answers none of it', async () => {
  const { rep, qc } = await team()
  const { id } = await asked(rep, 'A secret of the trade?')
  await answered(qc, id, 'Hush')
  const stranger = await app.signIn({ can: [...ASKS, ...ANSWERS] })

  expect((await stranger.call(list, { query: {} })).pagination.total).toBe(0)
  expect((await stranger.call(similar, { query: { search: 'secret of the trade' } })).data).toEqual([])
  await expect(opened(stranger, id)).rejects.toThrow('404 Question not found')
  await expect(answered(stranger, id, 'Mine')).rejects.toThrow('404 Question not found')
  await expect(stranger.call(comment, { body: { id, comment: 'Mine' } })).rejects.toThrow('404 Question not found')
  await expect(moved(stranger, id, 'closed')).rejects.toThrow('404 Question not found')
  expect(await stateOf(rep, id)).toBe('answered')
  expect([await countOf(rep, 'qc_answers'), await countOf(rep, 'qc_comments')]).toEqual([1, 0])
})

test('an answer is undone: the question waits again, and its words are found no more', async () => {
  const { rep, qc } = await team()
  const { id } = await asked(rep, 'Colour?')
  await answered(qc, id, 'Turquoise')
  const [last] = (await qc.call(changes.list, { query: {} })).data
  await qc.call(changes.undo, { body: { changeSet: last?.change_set ?? '' } })

  expect(await opened(rep, id)).toMatchObject({ answer: null, question: { state: 'open' } })
  expect([await foundBy(qc)({ search: 'turq' }), await foundBy(qc)({ search: 'colo' })]).toEqual([[], ['Colour?']])
  expect(
    await app.sql(rep.companyId, `select word from qc_words where company_id = $1 and question_id = $2`, [
      rep.companyId,
      id,
    ]),
  ).toEqual([{ word: 'colour' }])
})

test('what was written is kept to the letter', async () => {
  const { rep, qc } = await team()
  const text = '  <b>½″</b> — 日本語 🙂 \u202Eabc\n\nsecond line'
  const { id } = await asked(rep, text)
  await answered(qc, id, text)
  await qc.call(comment, { body: { id, comment: text } })

  const { question, comments, answer: said } = await opened(rep, id)
  expect([question.question, said, comments[0]?.comment]).toEqual([text, text, text])
})

const told = async (person: TestPerson) =>
  (await person.call(notifications.list, { query: {} })).data
    .filter(({ unread }) => unread)
    .map(({ words, excerpt, question }) => [words.map(({ text }) => text).join(''), excerpt, question])

test('whoever asked hears that it was answered, reopened or closed by somebody else; of what holds no more nobody does', async () => {
  const [{ rep, qc }, other] = [await team(), await team()]
  const { id } = await asked(rep, 'Is the seal of EPDM?')
  expect(await told(qc)).toEqual([])

  await answered(qc, id, 'Yes')
  await answered(qc, id, 'Yes, hardness 70')
  expect(await told(rep)).toEqual([['Quin Check answered your question', 'Is the seal of EPDM?', id]])
  expect(await told(qc)).toEqual([])

  await moved(rep, id, 'reopened')
  expect(await told(rep)).toEqual([])
  expect(await told(qc)).toEqual([['Rita Rep reopened a question that you had answered', 'Is the seal of EPDM?', id]])

  await moved(qc, id, 'closed', 'Asked in a mail')
  expect(await told(rep)).toEqual([['Quin Check closed your question', 'Is the seal of EPDM?', id]])
  expect(await told(qc)).toEqual([])
  for (const person of [other.rep, other.qc]) expect(await told(person)).toEqual([])
})

test('a question that waits after its day is overdue, where the reader is, until it is answered', async () => {
  const { rep, qc } = await team()
  const late = await asked(rep, 'Which crate?', { due_on: '2026-03-01' })
  const later = await asked(rep, 'Which ship?', { due_on: '2199-01-01' })
  const whenever = await asked(rep, 'Which colour?')
  expect([late, later, whenever].map(({ overdue }) => overdue)).toEqual([true, false, false])
  // Where the day is still the one before, it is not over.
  const [east, west] = await Promise.all(
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((timeZone) =>
      app.signIn({ can: ANSWERS, colleagueOf: qc, timeZone }),
    ),
  )
  const [{ day }] = await app.sql(
    qc.companyId,
    `update qc_questions set due_on = (now() at time zone 'Pacific/Pago_Pago')::date where company_id = $1 and id = $2 returning due_on::text as day`,
    [qc.companyId, late.id],
  )
  expect((await opened(west!, late.id)).question).toMatchObject({ due_on: day, overdue: false })
  expect((await opened(east!, late.id)).question).toMatchObject({ due_on: day, overdue: true })

  expect(await answered(east!, late.id, 'The large one')).toMatchObject({ overdue: false })
})
