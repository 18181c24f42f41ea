import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { changes } from '#contract/platform/changes.ts'
import { companyWords } from '#contract/leads/company-words.ts'
import { dashboard } from '#contract/leads/dashboard.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { all, addReason, changeReason } = companyWords
const KEYS = [...LIST_KEYS, ...MANAGER_KEYS, 'configuration_edit'] as const
const ada = await app.signIn({ can: KEYS, name: 'Ada' })
const eve = await app.signIn({ can: KEYS, name: 'Eve' })

const reasonsOf = async (person: TestPerson) => (await person.call(all, {})).data.reasons
const stored = ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    'select code, label, hidden from invalid_reasons where company_id = $1 and deleted_at is null order by id',
    [companyId],
  )
const company = () => app.signIn({ can: KEYS })
const own = async (person: TestPerson, label = 'No budget') => (await person.call(addReason, { body: { label } })).data
const mark = (person: TestPerson, enquiryId: number, reason: string) =>
  person.call(assignedLeads.invalidate, { body: { enquiryId, reason } })
const held = (person: TestPerson) => putLead(app, person, { status: 'in-progress', assigned_qa: person.id })

test('a company’s own reason is given to its leads, is found by and counted, and is nobody else’s', async () => {
  const reason = await own(ada)
  expect(reason).toEqual({ code: 'no_budget', label: 'No budget', hidden: false, gone: false })
  const id = await held(ada)

  await mark(ada, id, reason.code)

  expect(await storedLead(app, id)).toMatchObject({ status: 'invalid', reason_code: 'no_budget' })
  const found = await ada.call(marketingLeads.list, { query: { reason: ['no_budget'] } })
  expect(found.data.map((lead) => [lead.id, lead.reason_code])).toEqual([[id, 'no_budget']])
  expect((await ada.call(dashboard.home, { query: {} })).data.reasons).toContainEqual({ reason: 'no_budget', leads: 1 })
  expect(await reasonsOf(eve)).toEqual([])
  const theirs = await held(eve)
  expect(await refusal(mark(eve, theirs, reason.code))).toMatchObject({ status: 400, errors: [{ field: 'reason' }] })
  expect(
    await refusal(eve.call(changeReason, { params: { code: reason.code }, body: { hidden: true } })),
  ).toMatchObject({
    status: 404,
  })
  expect(await storedLead(app, theirs)).toMatchObject({ status: 'in-progress', reason_code: null })
})

test('switched off, a reason is given no more, by the desk or in bulk; leads that have it keep it', async () => {
  const person = await company()
  const { code } = await own(person)
  const [before, after] = [await held(person), await held(person)]
  await mark(person, before, code)

  await person.call(changeReason, { params: { code }, body: { hidden: true } })

  const sentence = 'This reason is switched off. Choose another one'
  expect(await refusal(mark(person, after, code))).toMatchObject({ status: 400, message: sentence })
  const { data: selection } = await person.call(bulk.select, { body: { list: 'assigned', leadIds: [after] } })
  const many = person.call(bulk.invalidate, { body: { selection: selection.id, reason: code } })
  expect(await refusal(many)).toMatchObject({ status: 400, message: sentence, errors: [{ field: 'reason' }] })
  expect(await storedLead(app, before)).toMatchObject({ reason_code: code })
  expect(await storedLead(app, after)).toMatchObject({ status: 'in-progress', reason_code: null })
  expect(await stored(person)).toEqual([{ code, label: 'No budget', hidden: true }])
})

test('a usual reason is called otherwise, and as usual again; its code stays', async () => {
  const person = await company()
  const to = (label: string | null) => person.call(changeReason, { params: { code: 'unreachable' }, body: { label } })

  await to(' Does not answer ')
  expect(await stored(person)).toEqual([{ code: 'unreachable', label: 'Does not answer', hidden: false }])
  const id = await held(person)
  await mark(person, id, 'unreachable')
  expect(await storedLead(app, id)).toMatchObject({ reason_code: 'unreachable' })

  await to(null)
  expect(await stored(person)).toEqual([{ code: 'unreachable', label: null, hidden: false }])
})

test('no two reasons have one name, nor does one lose its own; Other cannot be switched off', async () => {
  const person = await company()
  const { code } = await own(person, 'Büro geschlossen')
  const before = await stored(person)
  expect(code).toBe('buro_geschlossen')

  const refused = [
    person.call(addReason, { body: { label: 'büro GESCHLOSSEN' } }),
    person.call(addReason, { body: { label: 'spam or bot' } }),
    person.call(changeReason, { params: { code }, body: { label: 'Duplicate' } }),
    person.call(changeReason, { params: { code }, body: { label: null } }),
    person.call(changeReason, { params: { code: 'other' }, body: { hidden: true } }),
    person.call(changeReason, { params: { code: 'never_heard_of' }, body: { hidden: true } }),
  ]

  expect(await Promise.all(refused.map(async (call) => (await refusal(call)).status))).toEqual([
    409, 409, 409, 400, 400, 404,
  ])
  expect(await stored(person)).toEqual(before)
})

test('L4: a name of 5,000 characters is named, one of 50,000 is too large a body; neither is stored', async () => {
  const person = await company()

  for (const label of [`${'_'.repeat(5_000)}x`, `a${'- '.repeat(2_500)}`]) {
    expect(await refusal(person.call(addReason, { body: { label } }))).toMatchObject({
      status: 400,
      errors: [{ field: 'label' }],
    })
    expect(await refusal(person.call(addReason, { body: { label: label.repeat(10) } }))).toMatchObject({ status: 413 })
  }
  expect(await stored(person)).toEqual([])
})

test('two names that make one code are two reasons; a name without Latin letters is one too', async () => {
  const person = await company()

  const made = [await own(person, 'No budget!'), await own(person, 'No budget?'), await own(person, '予算なし')]

  expect(made.map(({ code }) => code)).toEqual(['no_budget', 'no_budget_2', 'reason'])
})

test('the section tells what was changed; adding one is undone, and its leads still have its name', async () => {
  const person = await company()
  const { code } = await own(person, 'Wrong market')
  const id = await held(person)
  await mark(person, id, code)
  const { data } = await person.call(changes.list, { query: { section: 'reasons' } })
  expect(data.map(({ act, about }) => [act, about?.name])).toEqual([['company-words.addReason', 'Wrong market']])

  await undoLast(person, 'reasons')

  expect(await reasonsOf(person)).toEqual([{ code, label: 'Wrong market', hidden: false, gone: true }])
  expect(await refusal(mark(person, await held(person), code))).toMatchObject({ status: 400 })
  expect(await storedLead(app, id)).toMatchObject({ reason_code: code })
  // The name is free again, and the code is not given twice.
  expect((await own(person, 'Wrong market')).code).toBe('wrong_market_2')
})

test('whoever may not keep the configuration reads the words, and changes nothing', async () => {
  const person = await company()
  const qa = await app.signIn({ can: LIST_KEYS, colleagueOf: person })

  expect(await refusal(qa.call(addReason, { body: { label: 'Mine' } }))).toMatchObject({ status: 403 })
  expect(await reasonsOf(qa)).toEqual([])
  expect(await stored(person)).toEqual([])
})
