import { afterAll, expect, test } from 'vitest'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { rotationOf } from '#server/test/rotation.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { company, onQa, onSales, enquiry, validLead, qaOf, repOf, decisionOf, contradictedChoices } = rotationOf(app)

test('shares come due only of leads that a person takes: specialists and generalists are both even', async () => {
  const mara = await company()
  await onQa(mara, 'Deb', { accepts_countries: ['DE'] })
  await onQa(mara, 'Gil')
  for (let lead = 0; lead < 12; lead++) await enquiry(mara, lead % 3 === 0 ? 'DE' : 'FR')

  await workOff(app)

  const tallies = await app.sql(
    mara.companyId,
    'select expected, received from assignment_entries where company_id = $1 order by staff_id',
    [mara.companyId],
  )
  expect(tallies.map(({ expected }) => expected)).toEqual([2, 10])
  for (const { expected, received } of tallies) expect(Math.abs(expected - received)).toBeLessThanOrEqual(1)
})

test('nobody who comes back is made up for more than 3 leads', async () => {
  const mara = await company()
  const [ann, ben] = [await onQa(mara, 'Ann'), await onQa(mara, 'Ben')]
  await app.sql(mara.companyId, 'update assignment_entries set expected = 50 where staff_id = $1', [ann.id])
  const ids = []
  for (let lead = 0; lead < 10; lead++) ids.push(await enquiry(mara))

  await workOff(app)

  const owners = await qaOf(ids)
  expect(owners.filter((id) => id === ann.id)).toHaveLength(7)
  expect(owners.filter((id) => id === ben.id)).toHaveLength(3)
})

test('further leads of a company go to the rep who has its earlier ones, which counts as received and is made up for', async () => {
  const mara = await company()
  const [rae, sam] = [await onSales(mara, 'Rae'), await onSales(mara, 'Sam')]
  const first = await validLead(mara, 'one@aziz.example')
  await workOff(app)
  expect(await repOf([first])).toEqual([rae.id])

  const further = [await validLead(mara, 'two@aziz.example'), await validLead(mara, 'three@aziz.example')]
  await workOff(app)
  const others = []
  for (let lead = 0; lead < 3; lead++) others.push(await validLead(mara, `x@mill${lead}.example`))
  await workOff(app)

  expect(await repOf(further)).toEqual([rae.id, rae.id])
  expect(await repOf(others)).toEqual([sam.id, sam.id, sam.id])
  expect(await decisionOf(mara, further[0]!)).toMatchObject({
    sticky: true,
    why: 'Rae has earlier valid leads from this email domain.',
  })
  expect(
    await app.sql(
      mara.companyId,
      'select staff_id, received, gifts from assignment_days where company_id = $1 order by 1',
      [mara.companyId],
    ),
  ).toEqual([
    { staff_id: rae.id, received: 3, gifts: 2 },
    { staff_id: sam.id, received: 3, gifts: 0 },
  ])
})

test('where known companies are not to stay with their rep, the rotation alone decides; another company’s setting is its own', async () => {
  const [mara, eve] = [await company(), await company()]
  const settings = async (who: TestPerson) => app.signIn({ can: ['configuration_edit'], colleagueOf: who })
  const [boss, other] = [await settings(mara), await settings(eve)]
  expect((await boss.call(configuration.routing, {})).data).toMatchObject({ known_domains: true })
  await boss.call(configuration.setRouting, { body: { known_domains: false } })
  await onSales(mara, 'Ann')
  await onSales(mara, 'Ben')

  const ids = [await validLead(mara, 'one@loom.example'), await validLead(mara, 'two@loom.example')]
  await workOff(app)

  expect(new Set(await repOf(ids)).size).toBe(2)
  expect((await other.call(configuration.routing, {})).data).toMatchObject({ known_domains: true })
  const stored = 'select sticky from assignment_settings where company_id = $1'
  expect(await app.sql(mara.companyId, stored, [mara.companyId])).toEqual([{ sticky: false }])
  expect(await app.sql(eve.companyId, stored, [eve.companyId])).toEqual([])
})

test('mail for anyone ties nobody to a rep, nor does a rep who cannot take it, nor another company’s', async () => {
  const [mara, eve] = [await company(), await company()]
  const [rae, sam] = [await onSales(mara, 'Rae'), await onSales(mara, 'Sam')]
  const zoe = await onSales(eve, 'Zoe')
  const free = [await validLead(mara, 'a@gmail.com'), await validLead(mara, 'b@gmail.com')]
  const theirs = await validLead(eve, 'a@aziz.example')
  await workOff(app)
  expect(await repOf([...free, theirs])).toEqual([rae.id, sam.id, zoe.id])

  const held = await validLead(mara, 'c@aziz.example')
  await workOff(app)
  expect(await repOf([held])).toEqual([rae.id])
  await mara.call(autoAssignSales.update, { body: { id: rae.entry, status: 'paused' } })
  const next = await validLead(mara, 'd@aziz.example')
  await workOff(app)
  expect(await repOf([next])).toEqual([sam.id])
  expect(await decisionOf(mara, next)).toMatchObject({ sticky: false })
})
test('after all of this every stored choice, made again, is the same, and nothing contradicts itself', async () => {
  expect(await contradictedChoices()).toEqual([])
})
