import { afterAll, beforeAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { PERMISSION_SETS } from '#contract/platform/permission-sets.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { keep } from '#server/test/directory.ts'
import { putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

/** Leads are told of to who sees them; the directory, which tells of companies beside leads, is for its own people. */
const withoutDirectory = (set: readonly PermissionKey[]) => set.filter((key) => key !== 'contacts_list')
const manager = await app.signIn({ can: withoutDirectory(PERMISSION_SETS['Marketing manager']), name: 'Meera' })
const colleague = (can: readonly PermissionKey[]) => app.signIn({ can, colleagueOf: manager })
const qa = await colleague(PERMISSION_SETS.QA)
const otherQa = await colleague(PERMISSION_SETS.QA)
const rep = await colleague(withoutDirectory(PERMISSION_SETS['Sales rep']))
const otherRep = await colleague(withoutDirectory(PERMISSION_SETS['Sales rep']))
const keeper = await colleague(PERMISSION_SETS['Sales rep'])
const clerk = await colleague(['marketing_leads_add'])
const stranger = await app.signIn({ can: PERMISSION_SETS['Marketing manager'] })

const MILL = { email: 'ines@mill.example', company: 'Mill', phone: '+351211234567' }
const put = (lead: object) => putLead(app, manager, { ...MILL, ...lead })
let [open, ofQa, sold, ofRep]: number[] = []
beforeAll(async () => {
  sold = await put({
    company: 'Mill SA',
    city: 'Porto',
    status: 'valid',
    assigned_qa: otherQa.id,
    sales_person: otherRep.id,
  })
  ofRep = await put({ company: 'Mill Two', status: 'valid', assigned_qa: otherQa.id, sales_person: rep.id })
  await put({ company: 'Mill Three', status: 'assigned', assigned_qa: otherQa.id })
  ofQa = await put({ company: 'Mill Four', status: 'assigned', assigned_qa: qa.id })
  open = await put({ company: 'Mill Five' })
  await put({ company: 'Mill Six', kind: 'registration', source: 'registration' })
  await workOff(app)
  await keep(app, manager)
})

test('a domain’s company comes from the directory for who may open it, else from leads that the caller may see, which alone are counted', async () => {
  const lookUp = async (who: TestPerson) =>
    (await who.call(lookups.companyByDomain, { body: { domain: 'mill.example' } })).data

  expect(await lookUp(manager)).toMatchObject({ company: 'Mill Two', leads: 6 })
  expect(await lookUp(keeper)).toMatchObject({ company: 'Mill Six', city: 'Porto', leads: 0 })
  expect(await lookUp(rep)).toMatchObject({ company: 'Mill Two', city: null, leads: 1 })
  expect(await lookUp(otherRep)).toMatchObject({ company: 'Mill SA', city: 'Porto', leads: 1 })
  expect(await lookUp(qa)).toMatchObject({ company: 'Mill Six', leads: 3 })
  expect(await lookUp(clerk)).toBeNull()
  expect(await lookUp(stranger)).toBeNull()
})

test('the desk and a registration’s row know a company from leads that the caller may see', async () => {
  const matchFor = async (who: TestPerson, enquiryId = ofQa!) =>
    (await who.call(leadDetails.open, { body: { enquiryId } })).data.company_match
  const existingFor = async (who: TestPerson) =>
    (await who.call(registrationLeads.list, { query: {} })).data.map(({ existing_company }) => existing_company)
  const editor = await colleague([...PERMISSION_SETS['Marketing manager'], 'lead_details_view'])

  expect(await matchFor(editor)).toEqual({ company: 'Mill Two', leads: 5 })
  expect(await matchFor(qa)).toEqual({ company: 'Mill Six', leads: 2 })
  expect(await existingFor(manager)).toEqual([{ company: 'Mill Two', leads: 5 }])
  expect(await existingFor(qa)).toEqual([{ company: 'Mill Five', leads: 2 }])
  expect(await existingFor(otherQa)).toEqual([{ company: 'Mill Five', leads: 2 }])
})

test('a row counts as duplicates those that the caller may see, whatever call shows it', async () => {
  const countOf = async (list: Promise<{ data: { id: number; duplicates?: number }[] }>, id = 0) =>
    (await list).data.find((row) => row.id === id)?.duplicates

  expect(await countOf(manager.call(marketingLeads.list, { query: {} }), sold)).toBe(4)
  expect(await countOf(manager.call(marketingLeads.list, { query: { search: 'Mill' } }), sold)).toBe(4)
  expect(await countOf(rep.call(validLeads.list, { query: {} }), ofRep)).toBe(0)
  expect(await countOf(rep.call(validLeads.list, { query: { search: 'Mill' } }), ofRep)).toBe(0)
  expect(await countOf(qa.call(allLeads.list, { query: {} }), open)).toBe(1)
  expect(await countOf(qa.call(assignedLeads.list, { query: {} }), ofQa)).toBe(1)
  expect((await qa.call(leadDetails.lead, { params: { id: ofQa! } })).data.duplicates).toBe(1)
  expect((await qa.call(assignedLeads.start, { body: { enquiryId: ofQa! } })).data.duplicates).toBe(1)
  expect((await manager.call(leadDetails.lead, { params: { id: ofQa! } })).data.duplicates).toBe(4)
})

test('before a domain is restricted, leads are named to people who may see them, and counted to all', async () => {
  const admin = await colleague(['restrict_domain_add'])
  const impactFor = async (who: TestPerson) =>
    (await who.call(restrictedDomains.impact, { query: { domainName: 'mill.example' } })).data

  const named = await impactFor(manager)
  const counted = await impactFor(admin)

  expect(named).toMatchObject({ leads: 6, valid: 2 })
  expect(named.examples).toHaveLength(5)
  expect(counted).toEqual({ ...named, examples: [] })
})
