import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { ANSWERS, answered, asked, ASKS, foundBy, team } from '#server/test/qc-support.ts'

const { list, answer, comment, setState, similar } = qcSupport

const app = await startTestApp()
afterAll(() => app.stop())

const moved = async (person: TestPerson, id: number, state: 'reopened' | 'closed', note?: string) =>
  (await person.call(setState, { body: { id, state, ...(note === undefined ? {} : { note }) } })).data
const opened = async (person: TestPerson, id: number) => (await person.call(answer, { params: { id } })).data

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
  const { rep, qc } = await team(app)
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
  const { rep, qc } = await team(app)
  const { id } = await asked(rep, 'How is it packed?')
  await answered(qc, id, 'In crates')

  expect(await moved(rep, id, 'reopened', 'For sea freight too?')).toMatchObject({ state: 'reopened', comments: 1 })
  await answered(qc, id, 'In crates, wrapped for sea freight')
  await moved(rep, id, 'closed')

  await expect(answered(qc, id, 'One more thing')).rejects.toThrow(
    '409 This question is closed. Reopen it to answer it again.',
  )
  await expect(moved(rep, id, 'closed')).rejects.toThrow('409 This question is already closed.')
  const { comments, answers } = await opened(rep, id)
  expect(comments.map((each) => [each.comment, each.author.name])).toEqual([['For sea freight too?', 'Rita Rep']])
  expect(answers).toHaveLength(2)
  expect(await stateOf(rep, id)).toBe('closed')
})

test('what is open has no answer yet: reopening it is refused, withdrawing it is not', async () => {
  const { rep } = await team(app)
  const { id } = await asked(rep, 'Anything?')

  expect(await opened(rep, id)).toMatchObject({ answer: null, answers: [], comments: [] })
  await expect(moved(rep, id, 'reopened')).rejects.toThrow('409 This question is already open.')
  expect((await moved(rep, id, 'closed')).state).toBe('closed')
})

test('who asked and who answers may reopen and close, nobody else who asks', async () => {
  const { rep, qc } = await team(app)
  const other = await app.signIn({ can: ASKS, colleagueOf: rep })
  const { id } = await asked(rep, 'Lead time?')

  await expect(moved(other, id, 'closed', 'Mine')).rejects.toThrow('403')
  expect(await stateOf(rep, id)).toBe('open')
  expect(await countOf(rep, 'qc_comments')).toBe(0)
  expect((await moved(qc, id, 'closed')).state).toBe('closed')
})

test('two who answer the same question: the second is told, and adds theirs when they insist', async () => {
  const { rep, qc } = await team(app)
  const { id, version } = await asked(rep, 'Voltage?')
  const first = await answered(qc, id, '230 V', version)

  await expect(answered(qc, id, '400 V', version)).rejects.toThrow(
    '409 Someone else has answered this question since you opened it.',
  )
  expect(await countOf(rep, 'qc_answers')).toBe(1)
  expect((await answered(qc, id, '400 V', first.version)).answers).toBe(2)
})

test('about a lead that the asker can see, or a product; what it says of the lead is told to whoever sees the lead', async () => {
  const { rep, qc } = await team(app)
  const leadId = await putLead(app, rep)
  const { id, lead } = await asked(rep, 'Does it fit?', { leadId })
  expect(lead).toMatchObject({ id: leadId, seen: { name: 'Yuki Tanabe', kind: 'enquiry', status: 'new' } })

  const { data } = await qc.call(list, { query: { leadId } })
  expect(data).toMatchObject([{ id, lead: { id: leadId, seen: null } }])

  const stranger = await app.signIn({ can: ASKS })
  await expect(asked(stranger, 'Theirs?', { leadId })).rejects.toThrow('404 Lead not found')
  await expect(asked(rep, 'Nothing?', { productId: 999 })).rejects.toThrow('404 Product not found')
  await expect(asked(rep, 'When?', { due_on: '2026-02-30' })).rejects.toThrow('400 due_on is not a valid date')
  expect(await countOf(rep, 'qc_questions')).toBe(1)
})

test('of a lead that was deleted nothing is told but its number, until it is there again', async () => {
  const { rep, qc } = await team(app)
  const keeper = await app.signIn({ can: [...ASKS, 'marketing_leads_delete'], colleagueOf: rep })
  const leadId = await putLead(app, rep)
  const { id } = await asked(rep, 'Does it fit?', { leadId })
  await keeper.call(leadEdits.remove, { body: { enquiryId: leadId } })

  for (const who of [rep, keeper, qc])
    expect((await opened(who, id)).question.lead).toEqual({ id: leadId, lead_no: expect.any(Number), seen: null })
  expect((await rep.call(list, { query: { leadId } })).data).toMatchObject([{ id, lead: { seen: null } }])

  await keeper.call(leadEdits.restore, { body: { enquiryId: leadId } })
  expect((await opened(rep, id)).question.lead).toMatchObject({ id: leadId, seen: { name: 'Yuki Tanabe' } })
})

test('a question from a product of a lead names both; what is not in the catalogue goes by its name', async () => {
  const { rep, qc } = await team(app)
  const [leadId, productId] = [await putLead(app, rep), await storedProduct(rep, 'NPK-20')]
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
    '400 A catalogue product has its own name',
  )
  expect(await countOf(rep, 'qc_questions')).toBe(3)
})

test('a question about a lead that became part of another is about what it has become', async () => {
  const manager = await app.signIn({ can: [...ASKS, 'leads_merge'] })
  const [winnerId, loserId] = [await putLead(app, manager), await putLead(app, manager)]
  const { id } = await asked(manager, 'Which of the two?', { leadId: loserId })
  await manager.call(duplicates.merge, { body: { winnerId, loserId } })

  const { data } = await manager.call(list, { query: { leadId: winnerId } })
  expect(data).toMatchObject([{ id, lead: { id: winnerId, seen: { name: 'Yuki Tanabe' } } }])
})

test('another company sees, finds and answers none of it', async () => {
  const { rep, qc } = await team(app)
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

test('an answer that has a better one after it is undone by itself: the question stays answered for as long as it has one', async () => {
  const [{ rep, qc }, other] = [await team(app), await team(app)]
  const theirs = await asked(other.rep, 'Which packing do you use?')
  await answered(other.qc, theirs.id, 'Crates')
  const { id } = await asked(rep, 'Which steel is it?')
  const seen = async () => {
    const { question, answers } = await opened(rep, id)
    return [question.state, ...answers.map((each) => each.answer)]
  }
  const newest = async () => (await qc.call(changes.list, { query: { limit: 1 } })).data[0]!.change_set
  const undo = (changeSet: string) => qc.call(changes.undo, { body: { changeSet } })
  const { version } = await answered(qc, id, 'Grade 304')
  const first = await newest()
  await answered(qc, id, 'Grade 316', version)
  const second = await newest()

  await undo(first)
  const undoOfFirst = await newest()
  expect(await seen()).toEqual(['answered', 'Grade 316'])
  expect(await foundBy(rep)({ state: ['open', 'reopened'] })).toEqual([])

  await undo(second)
  expect(await seen()).toEqual(['open'])
  await undo(undoOfFirst)
  expect(await seen()).toEqual(['answered', 'Grade 304'])
  expect(await stateOf(other.rep, theirs.id)).toBe('answered')
})

test('an answer is undone: the question waits again, and its words are found no more', async () => {
  const { rep, qc } = await team(app)
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

test('what was written is kept to the letter, but for marks that turn the text', async () => {
  const { rep, qc } = await team(app)
  const text = '  <b>½″</b> — 日本語 🙂 abc\n\nsecond line'
  const { id } = await asked(rep, text.replace('abc', '\u202Eabc'))
  await answered(qc, id, text)
  await qc.call(comment, { body: { id, comment: text } })

  const { question, comments, answer: said } = await opened(rep, id)
  expect([question.question, said, comments[0]?.comment]).toEqual([text, text, text])
})

const told = async (person: TestPerson) =>
  (await person.call(notifications.list, { query: {} })).data
    .filter(({ unread }) => unread)
    .map(({ words, excerpt, subjects }) => [words.map(({ text }) => text).join(''), excerpt, subjects[0]?.id])

test('whoever asked hears that it was answered, reopened or closed by somebody else; of what holds no more nobody does', async () => {
  const [{ rep, qc }, other] = [await team(app), await team(app)]
  const { id } = await asked(rep, 'Is the seal of EPDM?')
  expect(await told(qc)).toEqual([])

  await answered(qc, id, 'Yes')
  await answered(qc, id, 'Yes, hardness 70')
  expect(await told(rep)).toEqual([['Quin Check answered your question', 'Is the seal of EPDM?', id]])
  expect(await told(qc)).toEqual([])

  await moved(rep, id, 'reopened')
  expect(await told(rep)).toEqual([])
  expect(await told(qc)).toEqual([['Rita Rep reopened a question you answered', 'Is the seal of EPDM?', id]])

  await moved(qc, id, 'closed', 'Asked in a mail')
  expect(await told(rep)).toEqual([['Quin Check closed your question', 'Is the seal of EPDM?', id]])
  expect(await told(qc)).toEqual([])
  for (const person of [other.rep, other.qc]) expect(await told(person)).toEqual([])
})

test('a question that waits after its day is overdue, where the reader is, until it is answered', async () => {
  const { rep, qc } = await team(app)
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
