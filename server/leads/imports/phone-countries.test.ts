import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { enquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { IMPORT_KEYS, importFile, storedLeads, uploadFile } from '#server/test/imports.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999' })
afterAll(() => app.stop())

const KEYS = [
  ...new Set([...MANAGER_KEYS, ...IMPORT_KEYS, 'marketing_leads_edit', 'configuration_edit', 'leads_merge'] as const),
]
const manager = () => app.signIn({ can: KEYS })
const setDefault = (who: TestPerson, phone_country: string | null) =>
  who.call(enquiryChecks.change, { body: { phone_country } })
const PHONES = 'phone, phone_sent'

test('a number without a country code is of the lead’s country, else of the company’s default, however it comes in', async () => {
  const [ada, eve] = [await manager(), await manager()]
  await setDefault(ada, 'DE')

  await ada.call(addLead.add, { body: { name: 'Ann', phone: '030 1234567; 0170 1234567' } })
  await ada.call(addLead.add, { body: { name: 'Ben', phone: '(212) 555-0123', country: 'US' } })
  await importFile(app, ada, 'Name;Phone;Country\nCleo;030 901820;\nDan;020 7946 0958;United Kingdom')
  await eve.call(addLead.add, { body: { name: 'Eve', phone: '030 1234567' } })

  expect(await storedLeads(app, ada, `${PHONES}, further`)).toEqual([
    {
      phone: '+49301234567',
      phone_sent: '030 1234567',
      further: [{ kind: 'phone', value: '+491701234567', label: null }],
    },
    { phone: '+12125550123', phone_sent: '(212) 555-0123', further: null },
    { phone: '+4930901820', phone_sent: '030 901820', further: null },
    { phone: '+442079460958', phone_sent: '020 7946 0958', further: null },
  ])
  expect(await storedLeads(app, eve, PHONES)).toEqual([{ phone: null, phone_sent: '030 1234567' }])
})

test('an edit, the desk and the look for duplicates read a number by the default, too', async () => {
  const ada = await manager()
  const { data: lead } = await ada.call(addLead.add, { body: { name: 'Ann', phone: '030 1234567' } })
  await setDefault(ada, 'DE')

  const { data: desk } = await ada.call(leadDetails.open, { body: { enquiryId: lead.id } })
  expect(desk.evidence.find(({ check }) => check === 'phone')).toMatchObject({ verdict: 'good', fact: '+49301234567' })
  await ada.call(leadEdits.update, { body: { enquiryId: lead.id, phone: '030 7654321' } })

  expect(await storedLeads(app, ada, PHONES)).toEqual([{ phone: '+49307654321', phone_sent: '030 1234567' }])
  const { data: known } = await ada.call(duplicates.check, { body: { phone: '030 765 43 21' } })
  expect(known.leads.map(({ id }) => id)).toEqual([lead.id])
})

test('a file can name another country than the company, and a row that names its own keeps it', async () => {
  const ada = await manager()
  await setDefault(ada, 'DE')
  const file = await uploadFile(ada, 'Name;Phone;Country\nAnn;(212) 555-0123;\nBen;030 901820;Germany')

  const fields = file.columns.map(({ field }) => field)
  await expect(ada.call(leadImports.check, { body: { id: file.id, fields, phone_country: 'AQ' } })).rejects.toThrow(
    '400',
  )
  await ada.call(leadImports.check, { body: { id: file.id, fields, phone_country: 'US' } })
  await workOff(app)
  const { data: checked } = await ada.call(leadImports.read, { params: { id: file.id } })
  await ada.call(leadImports.start, { body: { id: file.id } })
  await workOff(app)

  expect(checked.phone_country).toBe('US')
  expect(await storedLeads(app, ada, PHONES)).toEqual([
    { phone: '+12125550123', phone_sent: '(212) 555-0123' },
    { phone: '+4930901820', phone_sent: '030 901820' },
  ])
})

test('a form can name another country than the company, says so on its page, and its change is undone', async () => {
  const [ada, eve] = [await manager(), await manager()]
  await setDefault(ada, 'DE')
  const { data: made } = await ada.call(configuration.addForm, { body: { name: 'Website', allowed_origins: [] } })
  const { form, key } = made
  const send = (name: string) => app.send('POST', `/intake/${key}/enquiry`, { name, phone: '(212) 555-0123' })
  const page = async () => (await app.send('GET', `/intake/${key}/enquiry`)).text

  await send('By the company')
  const before = await page()
  const sent = { name: form.name, allowed_origins: [], status: 'active' as const, version: form.version }
  await ada.call(configuration.changeForm, { params: { id: form.id }, body: { ...sent, phone_country: 'US' } })
  await send('By the form')
  const after = await page()
  const { data: history } = await ada.call(changes.list, { query: { section: 'forms' } })
  await ada.call(changes.undo, { body: { changeSet: history[0]!.change_set } })

  expect(before).toContain('Numbers without a country code are from Germany.')
  expect(after).toContain('Numbers without a country code are from United States.')
  expect(await storedLeads(app, ada, PHONES)).toEqual([
    { phone: '+492125550123', phone_sent: '(212) 555-0123' },
    { phone: '+12125550123', phone_sent: '(212) 555-0123' },
  ])
  expect((await ada.call(configuration.forms, {})).data.map(({ phone_country }) => phone_country)).toEqual([null])
  expect(await storedLeads(app, eve)).toEqual([])
})

test('the company’s default is a country that has a calling code, and is undone', async () => {
  const [ada, eve] = [await manager(), await manager()]

  for (const wrong of ['Germany', 'de', 'AQ', 'ZZ']) await expect(setDefault(ada, wrong)).rejects.toThrow('400')
  await setDefault(ada, 'DE')
  await setDefault(ada, 'AT')
  const { data: history } = await ada.call(changes.list, { query: { section: 'enquiry_checks' } })
  await ada.call(changes.undo, { body: { changeSet: history[0]!.change_set } })

  const now = async (who: TestPerson) => (await who.call(enquiryChecks.now, {})).data.phone_country
  expect([await now(ada), await now(eve)]).toEqual(['DE', null])
})
