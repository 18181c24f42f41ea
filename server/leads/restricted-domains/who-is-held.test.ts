import { afterAll, expect, test } from 'vitest'
import { allowedDomains } from '#contract/leads/allowed-domains.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { lockRestrictions } from './restriction.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { merge, unmerge } from '#server/test/merges.ts'
import { addDomain, domainsOf, firstPage } from '#server/test/restricted-domains.ts'
import { actsOf, undoing, undoLast } from '#server/test/undo.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

// Whatever was done, undone or taken apart: who is held back is whose email is restricted, by an entry that is there.

const { list, setStatus, remove, release, waiting } = restrictedDomains
const app = await startTestApp()
afterAll(() => app.stop())
const { lead, quarantinedBy } = domainsOf(app)
const { madeBy } = actsOf(app)
const admin = () => app.signIn({ can: PERMISSION_KEYS })
const entries = async (by: TestPerson) => (await by.call(list, firstPage)).data
const wait = async (by: TestPerson, query = {}) => (await by.call(waiting, { query })).data.ids
const switchTo = (by: TestPerson, id: number, status: 'active' | 'inactive') =>
  by.call(setStatus, { params: { id }, body: { status } })
const correct = (by: TestPerson, enquiryId: number, email: string) =>
  by.call(leadEdits.update, { body: { enquiryId, email } })
const queued = async ({ companyId }: TestPerson) =>
  (
    await app.sql(
      companyId,
      `select lead_id::int as id from assignment_queue where company_id = $1 and list = 'qa' order by id`,
      [companyId],
    )
  ).map(({ id }) => id)
test('an entry that is added again takes over what its namesake held, and offers it when it goes', async () => {
  const ada = await admin()
  const first = await addDomain(ada, 'spam.example')
  const held = await lead(ada, 'bob@spam.example')
  await ada.call(remove, { params: { id: first.id } })
  const again = await addDomain(ada, 'spam.example')
  expect(await wait(ada)).toEqual([])
  expect(await quarantinedBy(ada, held)).toEqual([again.id])
  expect(await entries(ada)).toMatchObject([{ held: 1 }])
  const { message } = await ada.call(remove, { params: { id: again.id } })
  expect(message).toContain('1 lead can be released.')
  expect(await wait(ada, { domainId: again.id })).toEqual([held])
})

test('with that undone they wait for release, as when it is deleted: nobody has let them out; undone in its turn, it has them again', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const first = await addDomain(ada, 'spam.example')
  const held = await lead(ada, 'bob@spam.example')
  await addDomain(eve, 'spam.example')
  await lead(eve, 'bob@spam.example')
  await ada.call(remove, { params: { id: first.id } })
  let again = 0
  const added = await madeBy(ada, (async () => void (again = (await addDomain(ada, 'spam.example')).id))())

  await undoing(ada, added)
  expect([await wait(ada), await queued(ada)]).toEqual([[held], []])
  await undoLast(ada)

  expect([await wait(ada), await quarantinedBy(ada, held)]).toEqual([[], [again]])
  expect([await wait(eve), await queued(eve)]).toEqual([[], []])
})

test('an entry that is switched on takes over what one below it holds that is switched off', async () => {
  const ada = await admin()
  const wide = await addDomain(ada, 'spam.example')
  await switchTo(ada, wide.id, 'inactive')
  const narrow = await addDomain(ada, 'mail.spam.example')
  const held = await lead(ada, 'bob@mail.spam.example')
  await switchTo(ada, narrow.id, 'inactive')
  expect(await wait(ada)).toEqual([held])
  await switchTo(ada, wide.id, 'active')
  expect([await wait(ada), await quarantinedBy(ada, held)]).toEqual([[], [wide.id]])
  expect((await switchTo(ada, wide.id, 'inactive')).message).toBe('1 lead can be released.')
})

test('a lead that is stored while the undo of a switching off waits is held back', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const off = await madeBy(ada, switchTo(ada, id, 'inactive'))
  let undo: Promise<unknown> | undefined
  const stored = await lead(ada, 'bob@spam.example', async () => {
    undo = undoing(ada, off)
    await somebodyWaits(app)
  })
  await undo
  expect(await entries(ada)).toMatchObject([{ status: 'active' }])
  expect(await quarantinedBy(ada, stored)).toEqual([id])
})

test('and so is one while the undo of letting its domain in waits', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const letIn = await madeBy(ada, ada.call(allowedDomains.add, { body: { domainName: 'spam.example' } }))
  let undo: Promise<unknown> | undefined
  const stored = await lead(ada, 'bob@spam.example', async () => {
    undo = undoing(ada, letIn)
    await somebodyWaits(app)
  })
  await undo
  expect(await quarantinedBy(ada, stored)).toEqual([id])
})

test('a lead that is released while a change of another entry waits stays released', async () => {
  const ada = await admin()
  await addDomain(ada, 'spam.example')
  const held = await lead(ada, 'bob@spam.example')
  let change: Promise<unknown> | undefined
  await app.services.tenants.write(
    ada.companyId,
    { kind: 'system', channel: 'intake', act: 'test' },
    async (tenant) => {
      await lockRestrictions(tenant, 'shared')
      change = addDomain(ada, 'unrelated.example')
      await somebodyWaits(app)
      await ada.call(release, { body: { leadIds: [held] } })
    },
  )
  await change
  expect([await quarantinedBy(ada, held), await queued(ada)]).toEqual([[null], [held]])
})

test('the undo of an earlier email neither frees a lead whose email is restricted nor holds one whose is not', async () => {
  const ada = await admin()
  const b = await addDomain(ada, 'b.example')
  const restricted = await putLead(app, ada, { email: 'x@free.example' })
  const toRestricted = await madeBy(ada, correct(ada, restricted, 'y@b.example'))
  await correct(ada, restricted, 'z@b.example')
  await expect(undoing(ada, toRestricted)).rejects.toMatchObject({ status: 409 })
  expect(await storedLead(app, restricted)).toMatchObject({ email: 'z@b.example', quarantined_by: b.id })

  const free = await lead(ada, 'x@b.example')
  const toFree = await madeBy(ada, correct(ada, free, 'y@free.example'))
  await correct(ada, free, 'z@other.example')
  await expect(undoing(ada, toFree)).rejects.toMatchObject({ status: 409 })
  expect(await storedLead(app, free)).toMatchObject({ email: 'z@other.example', quarantined_by: null })
  expect(await queued(ada)).toEqual([free])
})

test('the undo of a release holds a lead back by the entries and the email of today alone', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const [gone, corrected] = [await lead(ada, 'bob@spam.example'), await lead(ada, 'ann@spam.example')]
  const [first, second] = [
    await madeBy(ada, ada.call(release, { body: { leadIds: [gone] } })),
    await madeBy(ada, ada.call(release, { body: { leadIds: [corrected] } })),
  ]
  await correct(ada, corrected, 'ann@good.example')
  await undoing(ada, second)
  expect(await quarantinedBy(ada, corrected)).toEqual([null])
  await ada.call(remove, { params: { id } })
  const again = await addDomain(ada, 'spam.example')
  await undoing(ada, first)
  expect(await quarantinedBy(ada, gone)).toEqual([again.id])
  expect(await queued(ada)).toEqual([corrected])
})

test('a lead that waits for release waits for it still when it is restored, its deletion undone, or it is taken out of another', async () => {
  const ada = await admin()
  const { id } = await addDomain(ada, 'spam.example')
  const [restored, undone, apart] = [
    await lead(ada, 'a@spam.example'),
    await lead(ada, 'b@spam.example'),
    await lead(ada, 'c@mail.spam.example'),
  ]
  await ada.call(remove, { params: { id } })
  for (const enquiryId of [restored, undone]) await ada.call(leadEdits.remove, { body: { enquiryId } })
  await undoLast(ada)
  await ada.call(leadEdits.restore, { body: { enquiryId: restored } })
  const winner = await putLead(app, ada, { email: 'x@free.example' })
  const { data } = await merge(ada, winner, apart)
  const narrow = await addDomain(ada, 'mail.spam.example')
  await unmerge(ada, data.merge.id)

  expect(await wait(ada)).toEqual([restored, undone])
  expect(await quarantinedBy(ada, restored, undone, apart)).toEqual([id, id, narrow.id])
  expect(await queued(ada)).toEqual([winner])
})

test('taken apart, a winner is held back by the email that it keeps', async () => {
  const ada = await admin()
  const b = await addDomain(ada, 'b.example')
  const restricted = await putLead(app, ada, { email: null })
  const { data: one } = await merge(ada, restricted, await lead(ada, 'y@b.example'))
  await correct(ada, restricted, 'z@b.example')
  await unmerge(ada, one.merge.id)
  expect(await storedLead(app, restricted)).toMatchObject({ email: 'z@b.example', quarantined_by: b.id })
  expect(await queued(ada)).not.toContain(restricted)

  const free = await lead(ada, 'x@b.example')
  const other = await putLead(app, ada, { email: 'y@free.example' })
  const { data: two } = await merge(ada, free, other, { choices: { email: 'loser' } })
  await correct(ada, free, 'z@other.example')
  await unmerge(ada, two.merge.id)
  expect(await storedLead(app, free)).toMatchObject({ email: 'z@other.example', quarantined_by: null })
})
