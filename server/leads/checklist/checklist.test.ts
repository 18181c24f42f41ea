import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { checklist } from '#contract/leads/checklist.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS, putLead, refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { now, change } = checklist
const KEYS = [...LIST_KEYS, ...MANAGER_KEYS, 'configuration_edit', 'lead_details_view'] as const
const company = () => app.signIn({ can: KEYS })
const eve = await company()

const asked = async (person: TestPerson) => (await person.call(now, {})).data
const first = { item: 1, question: 'Does the address answer?', blocking: true }
const budget = { question: ' Is there a budget? ', blocking: true }
/** The company asks two questions, one of them its own. */
const askTwo = async (person: TestPerson) =>
  (await person.call(change, { body: { version: (await asked(person)).version, items: [first, budget] } })).data
const versionsOf = ({ companyId }: TestPerson) =>
  app.sql(companyId, 'select number, items from checklist_versions where company_id = $1 order by number', [companyId])
const verdictsOf = ({ companyId }: TestPerson, id: number) =>
  app.sql(
    companyId,
    'select checklist_version, checklist from lead_verdicts where company_id = $1 and lead_id = $2 order by id',
    [companyId, id],
  )
const held = (person: TestPerson) => putLead(app, person, { status: 'in-progress', assigned_qa: person.id })

test('a company asks what it wants: the desk asks it, and another company’s asks what it did', async () => {
  const ada = await company()
  const usual = await asked(ada)
  expect([usual.version, usual.items.length]).toEqual([1, 10])

  const after = await askTwo(ada)

  const own = [first, { item: 11, question: 'Is there a budget?', blocking: true }]
  expect([after.version, after.items]).toEqual([2, own])
  const { data: desk } = await ada.call(leadDetails.open, { body: { enquiryId: await held(ada) } })
  expect(desk.checklist.version).toBe(2)
  expect(desk.checklist.items.map(({ item, question }) => [item, question])).toEqual([
    [1, 'Does the address answer?'],
    [11, 'Is there a budget?'],
  ])
  expect(await asked(eve)).toEqual(usual)
  expect(await versionsOf(ada)).toEqual([{ number: 2, items: own }])
  expect(await versionsOf(eve)).toEqual([])
})

test('a verdict keeps the version that it answered, with its questions, whatever is asked later', async () => {
  const ada = await company()
  await askTwo(ada)
  const id = await held(ada)
  const answers = [
    { item: 1, answer: 'yes' as const },
    { item: 11, answer: 'not_sure' as const, evidence: 'None was named' },
  ]
  await ada.call(assignedLeads.validate, { body: { enquiryId: id, checklist: { version: 2, answers } } })

  await ada.call(change, {
    body: { version: 2, items: [{ item: 11, question: 'Has the money been granted?', blocking: false }] },
  })

  const { data } = await ada.call(leadDetails.validated, { params: { id } })
  expect(data.validated.checklist).toEqual({
    version: 2,
    answers: [
      { ...answers[0], question: 'Does the address answer?' },
      { ...answers[1], question: 'Is there a budget?' },
    ],
  })
  expect(await verdictsOf(ada, id)).toEqual([{ checklist_version: 2, checklist: answers }])
})

test('whoever opened a lead before the change answers what they were asked', async () => {
  const ada = await company()
  const id = await held(ada)
  await askTwo(ada)

  const checklist = { version: 1, answers: [{ item: 8, answer: 'yes' as const }] }
  await ada.call(assignedLeads.validate, { body: { enquiryId: id, checklist } })

  expect(await verdictsOf(ada, id)).toEqual([{ checklist_version: 1, checklist: checklist.answers }])
})

test('a version that never was, and answers to questions that it does not ask, are refused and store nothing', async () => {
  const ada = await company()
  await askTwo(ada)
  const id = await held(ada)
  const send = async (version: number, item: number) =>
    refusal(
      ada.call(assignedLeads.validate, {
        body: { enquiryId: id, checklist: { version, answers: [{ item, answer: 'yes' }] } },
      }),
    )

  expect(await send(3, 1)).toMatchObject({ status: 400, errors: [{ field: 'checklist.version' }] })
  expect(await send(2, 4)).toMatchObject({ status: 400, errors: [{ field: 'checklist.answers.0.item' }] })
  expect(await verdictsOf(ada, id)).toEqual([])
})

test('undone, the earlier questions are asked by their earlier number; a number is never another question’s', async () => {
  const ada = await company()
  await askTwo(ada)
  const third = [{ question: 'Who decides?', blocking: false }]
  const { data } = await ada.call(change, { body: { version: 2, items: third } })
  expect([data.version, data.items[0]?.item]).toEqual([3, 12])

  await undoLast(ada, 'reasons')
  expect((await asked(ada)).version).toBe(2)

  await ada.call(change, { body: { version: 2, items: null } })
  expect((await asked(ada)).version).toBe(1)
  await undoLast(ada, 'reasons')
  expect((await asked(ada)).version).toBe(2)
  expect((await versionsOf(ada)).map(({ number }) => number)).toEqual([2, 3])
  const { data: told } = await ada.call(changes.list, { query: { section: 'reasons' } })
  expect(told.map(({ act }) => act)).toEqual(Array.from({ length: 5 }, () => 'checklist.change'))
})

test('of two who change it at once the second is told, and what cannot be a list of questions is refused', async () => {
  const ada = await company()
  await askTwo(ada)
  const send = async (version: number, items: { item?: number; question: string; blocking: boolean }[]) =>
    (await refusal(ada.call(change, { body: { version, items } }))).status

  expect(await send(1, [first])).toBe(409)
  expect(await send(2, [])).toBe(400)
  expect(await send(2, [first, first])).toBe(400)
  expect(await send(2, [first, { ...first, item: 2 }])).toBe(400)
  expect(await send(2, [{ ...first, item: 12 }])).toBe(400)
  const qa = await app.signIn({ can: LIST_KEYS, colleagueOf: ada })
  expect((await refusal(qa.call(change, { body: { version: 2, items: null } }))).status).toBe(403)
  expect((await versionsOf(ada)).map(({ number }) => number)).toEqual([2])
})

test('the phone needs no yes where the email has one, unless the email is not asked about', async () => {
  const ada = await company()
  const phone = { item: 2, question: 'Phone is right', blocking: true }
  const item = async () => {
    const { data } = await ada.call(leadDetails.open, { body: { enquiryId: await held(ada) } })
    return data.checklist.items.find((each) => each.item === 2)
  }
  expect(await item()).toMatchObject({ unless: 1 })

  await ada.call(change, { body: { version: 1, items: [phone] } })

  expect(await item()).toMatchObject({ blocking: true })
  expect(await item()).not.toHaveProperty('unless')
})
