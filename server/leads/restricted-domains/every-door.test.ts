import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { changes } from '#contract/platform/changes.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { storedLead } from '#server/test/journey.ts'
import { putOnList, workOff } from '#server/test/leads.ts'
import { merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'
import { addDomain, DOMAIN_KEYS, domainsOf } from '#server/test/restricted-domains.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [
  ...new Set([
    ...DOMAIN_KEYS,
    ...MERGE_KEYS,
    'marketing_leads_list',
    'marketing_leads_add',
    'marketing_leads_edit',
    'marketing_leads_delete',
    'marketing_leads_history',
  ] as const),
]

const NOBODYS = { assigned_qa: null, quarantined_by: null }
const INVALID = {
  ...NOBODYS,
  status: 'invalid',
  reason_code: 'restricted_domain',
  reason_note: 'Restricted domain never.example',
}
const NEW = { ...NOBODYS, status: 'new', reason_code: null, reason_note: null }

/** A company that makes leads of never.example invalid, and takes none out of its queue. */
const company = async () => {
  const ada = await app.signIn({ can: KEYS })
  const entry = await addDomain(ada, 'never.example', { effect: 'auto_invalid' })
  return { ada, entry }
}
const add = async (person: TestPerson, email: string, more = {}) =>
  (await person.call(addLead.add, { body: { name: 'Bob', phone: '+4930901820', email, ...more } })).data.id
const correct = async (person: TestPerson, enquiryId: number, email: string) => {
  await person.call(leadEdits.update, { body: { enquiryId, email } })
}
const queued = (person: TestPerson) =>
  app.sql(person.companyId, 'select lead_id from assignment_queue where company_id = $1', [person.companyId])
const hitsOf = async (person: TestPerson) =>
  (
    await app.sql(person.companyId, 'select lead_id from restricted_domain_hits where company_id = $1 order by 1', [
      person.companyId,
    ])
  ).map(({ lead_id }) => Number(lead_id))

test('a lead that gets a restricted address later becomes what one becomes that comes in with it, in this company alone', async () => {
  const { ada } = await company()
  const eve = await app.signIn({ can: KEYS })
  const came = await add(ada, 'bob@never.example')
  const corrected = await add(ada, 'bob@good.example')
  const elsewhere = await add(eve, 'bob@good.example')

  await correct(ada, corrected, 'bob@mail.never.example')
  await correct(eve, elsewhere, 'bob@mail.never.example')
  await putOnList(app, ada, 'qa')
  await workOff(app)

  expect(await storedLead(app, came)).toMatchObject(INVALID)
  expect(await storedLead(app, corrected)).toMatchObject(INVALID)
  expect(await storedLead(app, elsewhere)).toMatchObject(NEW)
  expect(await queued(ada)).toEqual([])
  expect(await hitsOf(ada)).toEqual([came, corrected])
  const [since] = await app.sql(ada.companyId, 'select status_at > created_at as later from leads where id = $1', [
    corrected,
  ])
  expect(since.later).toBe(true)
})

test('the correction is undone as a whole; where the address has changed once more, that one is looked at', async () => {
  const { ada } = await company()
  const [back, moved, worse] = [
    await add(ada, 'a@good.example'),
    await add(ada, 'b@good.example'),
    await add(ada, 'c@good.example'),
  ]
  for (const id of [back, moved, worse]) await correct(ada, id, 'bob@never.example')
  await correct(ada, moved, 'bob@better.example')
  await correct(ada, worse, 'bob@mail.never.example')
  const actOn = async (id: number) =>
    (
      await app.sql(
        ada.companyId,
        `select change_set from changes where company_id = $1 and entity = 'leads' and entity_id = $2 and fields ? 'status' and verb = 'updated'`,
        [ada.companyId, id],
      )
    )[0].change_set
  const undo = async (id: number) => ada.call(changes.undo, { body: { changeSet: await actOn(id) } })

  // An address that is corrected once more says nothing about the status: the lead stays as it is.
  expect(await storedLead(app, moved)).toMatchObject(INVALID)
  for (const id of [back, moved, worse]) await undo(id)

  expect(await storedLead(app, back)).toMatchObject({ ...NEW, email: 'a@good.example' })
  expect(await storedLead(app, moved)).toMatchObject({ ...NEW, email: 'bob@better.example' })
  expect(await storedLead(app, worse)).toMatchObject({ ...INVALID, email: 'bob@mail.never.example' })
})

test('a merge says beforehand that the lead becomes invalid, makes it so, and gives it back when they are taken apart', async () => {
  const { ada } = await company()
  const winner = await add(ada, '', { company: 'Twice Ltd' })
  const loser = await add(ada, 'bob@free.example', { company: 'Twice Ltd' })
  await app.sql(ada.companyId, `update leads set email = 'bob@never.example' where id = $1`, [loser])

  const { data: preview } = await ada.call(duplicates.preview, { body: { winnerId: winner, loserId: loser } })
  const { data } = await merge(ada, winner, loser)
  const merged = await storedLead(app, winner)
  await unmerge(ada, data.merge.id)

  expect(preview.restricted_by).toEqual({ domainName: 'never.example', becomes: 'invalid' })
  expect(merged).toMatchObject({ ...INVALID, email: 'bob@never.example' })
  expect(await storedLead(app, winner)).toMatchObject({ ...NEW, email: null })
})

test('a lead that is restored is looked at by the list of today', async () => {
  const { ada } = await company()
  const id = await add(ada, 'bob@late.example')
  await ada.call(leadEdits.remove, { body: { enquiryId: id } })
  await addDomain(ada, 'late.example', { effect: 'auto_invalid' })

  await ada.call(leadEdits.restore, { body: { enquiryId: id } })

  expect(await storedLead(app, id)).toMatchObject({ ...INVALID, reason_note: 'Restricted domain late.example' })
  expect(await queued(ada)).toEqual([])
})

test('a lead that is stored while the domain is being switched on is invalid, as if it had come after', async () => {
  const { ada, entry } = await company()
  const switched = (status: 'active' | 'inactive') =>
    ada.call(restrictedDomains.setStatus, { params: { id: entry.id }, body: { status } })
  await switched('inactive')
  let on: Promise<unknown> | undefined

  const stored = await domainsOf(app).lead(ada, 'bob@never.example', async () => {
    on = switched('active')
    await somebodyWaits(app)
  })
  await on

  expect(await storedLead(app, stored)).toMatchObject(INVALID)
  expect(await queued(ada)).toEqual([])
  expect(await hitsOf(ada)).toEqual([stored])
})
