import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const CAN: PermissionKey[] = ['leads_merge', 'marketing_leads_list', 'registration_leads_list', 'marketing_leads_add']
const company = (name: string) => app.signIn({ can: CAN, name })
const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const queue = async (who: TestPerson, query = {}) => {
  await workOff(app)
  return who.call(duplicates.list, { query })
}
const idsOf = ({ data }: Awaited<ReturnType<typeof queue>>) => data.map(({ leads }) => leads.map(({ id }) => id))
const check = async (who: TestPerson, body: object) => (await who.call(duplicates.check, { body })).data

test('the rule: same email, same phone, or the same person of the same company within 90 days', async () => {
  const ada = await company('Ada')
  const base = { email: 'noor@pair.example', phone: '+49301234567', name: 'Noor Pair', company: 'Pair GmbH' }
  const id = await putLead(app, ada, base)
  const other = { email: null, phone: null, name: 'Somebody', company: 'Else' }
  const byEmail = await putLead(app, ada, { ...other, email: base.email })
  const byPhone = await putLead(app, ada, { ...other, phone: base.phone })
  const byPerson = await putLead(app, ada, {
    ...other,
    name: ' noor  PAIR',
    company: 'PAIR GMBH ',
    created_at: day(89),
  })
  await putLead(app, ada, { ...other, name: base.name, company: base.company, created_at: day(91) })
  await putLead(app, ada, { ...other, name: base.name })
  await putLead(app, ada, { ...other, company: base.company })

  const { data } = await ada.call(duplicates.ofLead, { params: { id } })
  const typed = await check(ada, {
    name: 'Noor Pair',
    email: ' NOOR@pair.example',
    phone: '030 1234567',
    country: 'Germany',
    company: 'Pair gmbh',
  })
  const half = await check(ada, { email: 'noor@', phone: '+49', name: 'Noor Pair' })

  expect(data).toMatchObject({ total: 3, elsewhere: false, merges: [] })
  expect(data.leads.map((lead) => [lead.id, lead.same])).toEqual([
    [byPhone, ['phone']],
    [byEmail, ['email']],
    [byPerson, ['person']],
  ])
  expect(typed.total).toBe(4)
  expect(typed.leads.find((lead) => lead.id === id)?.same).toEqual(['email', 'person', 'phone'])
  expect(half).toEqual({ total: 0, at_least: false, elsewhere: false, leads: [] })
})

test('the newest 20 are shown, and all are counted', async () => {
  const ada = await company('Ada')
  const ids = []
  for (let at = 0; at < 23; at++) ids.push(await putLead(app, ada, { email: 'many@pair.example' }, []))

  const { data } = await ada.call(duplicates.ofLead, { params: { id: ids[0]! } })
  const [group] = (await queue(ada)).data

  expect(data.total).toBe(22)
  expect(data.leads.map(({ id }) => id)).toEqual(ids.slice(3).reverse())
  expect(group).toMatchObject({ total: 23, same: ['email', 'person'] })
  expect(group?.leads.map(({ id }) => id)).toEqual(ids.slice(3).reverse())
})

test('of very many who share a key the newest thousand are counted, and it says that there are more', async () => {
  const ada = await company('Ada')
  const lead = await putLead(app, ada, { phone: '+49305555555' })
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, phone, source) select $1, 'Caller ' || at, '+49305555555', 'import' from generate_series(1, 1003) at`,
    [ada.companyId],
  )

  const { data } = await ada.call(duplicates.ofLead, { params: { id: lead } })

  expect(data).toMatchObject({ total: 1_000, at_least: true })
  expect(data.leads.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `Caller ${1003 - at}`))
})

test('whoever cannot see a lead is not told about it, only that there is one', async () => {
  const ada = await company('Ada')
  const qa = await app.signIn({ can: ['assigned_leads_list', 'lead_details_view'], colleagueOf: ada })
  const adder = await app.signIn({ can: ['marketing_leads_add'], colleagueOf: ada })
  const mine = await putLead(app, ada, { email: 'noor@pair.example', status: 'assigned', assigned_qa: qa.id })
  await putLead(app, ada, { email: 'noor@pair.example', status: 'assigned', assigned_qa: ada.id })

  const { data } = await qa.call(duplicates.ofLead, { params: { id: mine } })
  const { data: desk } = await qa.call(leadDetails.open, { body: { enquiryId: mine } })

  expect(data).toMatchObject({ total: 0, elsewhere: true, leads: [] })
  expect(desk.duplicates).toEqual([])
  expect(desk.evidence.find((one) => one.check === 'duplicates')).toMatchObject({
    verdict: 'unclear',
    message: 'Other leads from this person are on lists you can’t open',
  })
  expect(await check(adder, { email: 'noor@pair.example' })).toEqual({
    total: 0,
    at_least: false,
    elsewhere: true,
    leads: [],
  })
})

test('T10: numbers and groups are the same before and after another company has the same people', async () => {
  const [ada, eve] = [await company('Ada'), await company('Eve')]
  const [first, second] = [await putLead(app, ada), await putLead(app, ada)]
  const look = async () => [
    await ada.call(duplicates.ofLead, { params: { id: first } }),
    await check(ada, { email: 'yuki@aziztextiles.example' }),
    await queue(ada),
  ]
  const before = await look()

  for (let at = 0; at < 4; at++) await putLead(app, eve)
  await eve.call(duplicates.dismiss, { body: { leadIds: idsOf(await queue(eve))[0]!.slice(0, 2) } })

  expect(await look()).toEqual(before)
  expect(await refusal(eve.call(duplicates.dismiss, { body: { leadIds: [first, second] } }))).toMatchObject({
    status: 404,
  })
  expect(await refusal(eve.call(duplicates.ofLead, { params: { id: first } }))).toMatchObject({ status: 404 })
})

test('leads hang together through one another, newest group first, page by page', async () => {
  const ada = await company('Ada')
  const bare = { email: null, phone: null, company: null }
  const a = await putLead(app, ada, { ...bare, email: 'a@chain.example' })
  const b = await putLead(app, ada, { ...bare, email: 'b@chain.example', phone: '+49301111111' })
  const lone = await putLead(app, ada, { ...bare, email: 'lone@chain.example' })
  const x = await putLead(app, ada, { ...bare, email: 'x@chain.example' })
  const y = await putLead(app, ada, { ...bare, email: 'x@chain.example' })
  const apart = idsOf(await queue(ada))
  const bridge = await putLead(app, ada, { ...bare, email: 'a@chain.example', phone: '+49301111111' })

  const joined = await queue(ada)
  const first = await queue(ada, { limit: 1 })
  const second = await queue(ada, { limit: 1, before: first.next })
  const { data: rows } = await ada.call(marketingLeads.list, { query: {} })

  expect(apart).toEqual([[y, x]])
  expect(idsOf(joined)).toEqual([
    [bridge, b, a],
    [y, x],
  ])
  expect(joined).toMatchObject({ total: 2, next: null, data: [{ same: ['email', 'phone'] }, { same: ['email'] }] })
  expect([idsOf(first), idsOf(second)]).toEqual([[[bridge, b, a]], [[y, x]]])
  expect(new Map(rows.map((row) => [row.id, row.duplicates]))).toEqual(
    new Map([
      [a, 2],
      [b, 2],
      [lone, 0],
      [x, 1],
      [y, 1],
      [bridge, 2],
    ]),
  )
})

test('a group follows its leads: changed, deleted, brought back, invalid', async () => {
  const ada = await company('Ada')
  const bare = { email: null, phone: null, company: null }
  const [a, b, c] = [
    await putLead(app, ada, { ...bare, email: 'a@x.example' }),
    await putLead(app, ada, { ...bare, email: 'a@x.example', phone: '+49301111111' }),
    await putLead(app, ada, { ...bare, phone: '+49301111111' }),
  ]
  const after = async (change: string) => {
    await app.sql(ada.companyId, `update leads set ${change}`)
    return idsOf(await queue(ada))
  }

  expect(idsOf(await queue(ada))).toEqual([[c, b, a]])
  expect(await after(`deleted_at = now() where id = ${b}`)).toEqual([])
  expect(await after(`deleted_at = null where id = ${b}`)).toEqual([[c, b, a]])
  expect(await after(`phone = null where id = ${b}`)).toEqual([[b, a]])
  expect(await after(`phone = '+49301111111' where id = ${a}`)).toEqual([[c, b, a]])
  expect(await after(`status = 'invalid', reason_code = 'other' where id = ${c}`)).toEqual([[b, a]])
  expect(await after(`status = 'new', reason_code = null where id = ${c}`)).toEqual([[c, b, a]])
})

test('leads that come in at the same moment find one another', async () => {
  const ada = await company('Ada')
  const bodies = Array.from({ length: 12 }, (_, at) => ({ name: `Person ${at}`, email: 'same@moment.example' }))

  await Promise.all(bodies.map((body) => ada.call(addLead.add, { body })))

  const [group] = (await queue(ada)).data
  expect(group).toMatchObject({ total: 12, same: ['email'] })
})

test('what somebody found different stays different until that is taken back', async () => {
  const ada = await company('Ada')
  const [a, b] = [await putLead(app, ada), await putLead(app, ada)]
  const leadIds = [b, a]
  expect(idsOf(await queue(ada))).toEqual([[b, a]])

  await ada.call(duplicates.dismiss, { body: { leadIds } })
  await ada.call(duplicates.dismiss, { body: { leadIds } })
  const gone = await ada.call(duplicates.list, { query: {} })
  const { data } = await ada.call(duplicates.ofLead, { params: { id: a } })
  const later = await putLead(app, ada)
  const withThird = idsOf(await queue(ada))
  await ada.call(duplicates.recall, { body: { leadIds } })
  const back = await ada.call(duplicates.ofLead, { params: { id: a } })

  expect(gone).toMatchObject({ data: [], total: 0 })
  expect(data).toMatchObject({ total: 0, leads: [{ id: b, different: true }] })
  expect(withThird).toEqual([[later, b, a]])
  expect(back.data).toMatchObject({ total: 2 })
  const { rows } = await app.owner.query(
    `select verb from changes where entity = 'not_duplicates' and company_id = $1 order by id`,
    [ada.companyId],
  )
  expect(rows).toEqual([{ verb: 'created' }, { verb: 'deleted' }])
})

test('merging takes a lead out of its group at once, unmerging puts it back', async () => {
  const ada = await company('Ada')
  const [a, b, c] = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]
  await queue(ada)
  const now = async () => idsOf(await ada.call(duplicates.list, { query: {} }))

  const { data } = await ada.call(duplicates.merge, { body: { winnerId: a, loserId: b } })
  const merged = await now()
  const { data: of } = await ada.call(duplicates.ofLead, { params: { id: b } })
  await ada.call(duplicates.unmerge, { body: { mergeId: data.merge.id } })

  expect(merged).toEqual([[c, a]])
  expect(of.merges).toEqual([data.merge])
  expect(await now()).toEqual([[c, b, a]])
})

test('the queue belongs to the lists that show a whole company; it takes the key', async () => {
  const ada = await company('Ada')
  await putLead(app, ada)
  await putLead(app, ada)
  await putLead(app, ada, { kind: 'registration' })
  await putLead(app, ada, { kind: 'registration' })
  const without = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada })
  const keyAlone = await app.signIn({ can: ['leads_merge', 'assigned_leads_list'], colleagueOf: ada })
  const enquiries = await app.signIn({ can: ['leads_merge', 'marketing_leads_list'], colleagueOf: ada })

  expect((await queue(ada)).total).toBe(2)
  expect((await queue(enquiries)).data.map(({ leads }) => leads[0]?.kind)).toEqual(['enquiry'])
  expect(await queue(keyAlone)).toMatchObject({ data: [], total: 0, next: null })
  expect(await refusal(queue(without))).toMatchObject({ status: 403, details: { needs: ['leads_merge'] } })
})

test('many leads that come at once, and are found in any order, hang together as one by one', async () => {
  const ada = await company('Ada')
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, email, phone, source)
    select $1, 'Person ' || at, 'many' || at % 400 || '@import.example', case when at % 100 = 0 then '+49302222222' end, 'import'
    from generate_series(1, 1600) at`,
    [ada.companyId],
  )

  const before = await queue(ada, { limit: 20 })
  await app.sql(ada.companyId, `update leads set phone = null where phone = '+49302222222' and company_id = $1`, [
    ada.companyId,
  ])
  const after = await queue(ada, { limit: 20 })
  const { rows } = await app.owner.query(
    `select g.leads, count(*)::int as groups from duplicate_groups g where company_id = $1 and g.leads = (
      select count(*) from duplicate_members m where m.company_id = $1 and m.group_id = g.id) group by 1`,
    [ada.companyId],
  )

  // 400 emails with four leads each; every hundredth lead shares a phone, which ties four of these emails together.
  expect([before.total, after.total]).toEqual([397, 400])
  expect(rows).toEqual([{ leads: 4, groups: 400 }])
})

test('those that only join a group leave its other leads where they are, and the group counts them', async () => {
  const ada = await company('Ada')
  /** The last twenty share a phone. */
  const come = (count: number) =>
    app.sql(
      ada.companyId,
      `insert into leads (company_id, name, phone, source)
       select $1, 'Caller ' || at, case when at > $2::int - 20 then '+49303333333' else '+4940' || 1000000 + at end, 'import'
       from generate_series(1, $2) at`,
      [ada.companyId, count],
    )
  const members = async () =>
    (
      await app.owner.query(
        `select m.lead_id, m.ctid::text, g.leads, g.newest_id from duplicate_members m
         join duplicate_groups g on g.company_id = m.company_id and g.id = m.group_id where m.company_id = $1 order by 1`,
        [ada.companyId],
      )
    ).rows
  const placesOf = (rows: Awaited<ReturnType<typeof members>>) => rows.map(({ lead_id, ctid }) => [lead_id, ctid])

  await come(20)
  await queue(ada)
  const before = await members()
  // More than are looked at in one turn: ten of the twenty take the others along before these have theirs.
  await come(510)
  const { total } = await queue(ada)
  const after = await members()

  expect(total).toBe(1)
  expect(placesOf(after.slice(0, 20))).toEqual(placesOf(before))
  expect(after.length).toBe(40)
  expect(after[0]).toMatchObject({ leads: 40, newest_id: after.at(-1).lead_id })
})

test('leads hang together past refused ones that share their key, but not past a flood of them', async () => {
  const ada = await company('Ada')
  const refused = (count: number) =>
    app.sql(
      ada.companyId,
      `insert into leads (company_id, name, phone, source, status, reason_code)
       select $1, 'Robot ' || at, '+49306666666', 'web_form', 'invalid', 'spam' from generate_series(1, $2) at`,
      [ada.companyId, count],
    )
  const first = await putLead(app, ada, { phone: '+49306666666', email: null })
  await refused(190)
  const second = await putLead(app, ada, { phone: '+49306666666', email: null, name: 'Somebody else' })
  await refused(210)
  await putLead(app, ada, { phone: '+49306666666', email: null, name: 'A third' })

  const { data, total } = await queue(ada)

  expect(total).toBe(1)
  expect(data[0]?.leads.map(({ id }) => id)).toEqual([second, first])
})

test('of a company that the statistics do not know yet, hundreds who share a key are joined all the same', async () => {
  const ada = await company('Ada')
  await app.owner.query('analyze leads, duplicate_keys, duplicate_members, duplicate_groups')
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, phone, source) select $1, 'Caller ' || at, '+49304444444', 'import' from generate_series(1, 300) at`,
    [ada.companyId],
  )

  const [group] = (await queue(ada)).data

  expect(group?.total).toBe(300)
})
