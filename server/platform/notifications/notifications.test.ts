import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { NOTIFICATION_KINDS } from '#contract/platform/notifications.ts'
import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications } from '#contract/platform/notifications.ts'
import type { Notification } from '#contract/platform/notifications.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { fingerprint, putLead, refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS, REP_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { list, unread, read, readAll, choices, choose } = notifications
const team = async () => {
  const mia = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_comments'], name: 'Mia' })
  const [ada, ben, rob] = await Promise.all([
    app.signIn({ can: QA_KEYS, colleagueOf: mia, name: 'Ada' }),
    app.signIn({ can: QA_KEYS, colleagueOf: mia, name: 'Ben' }),
    app.signIn({ can: REP_KEYS, colleagueOf: mia, name: 'Rob' }),
  ])
  return { mia, ada, ben, rob }
}
const told = async (person: TestPerson) => (await person.call(list, { query: {} })).data
const count = async (person: TestPerson) => (await person.call(unread, {})).data.count
const sentence = ({ words }: Notification) => words.map(({ text }) => text).join('')
const sentences = async (person: TestPerson) => (await told(person)).map(sentence)
const stored = (person: TestPerson) =>
  app.sql(person.companyId, 'select * from notifications where company_id = $1 and person_id = $2 order by id', [
    person.companyId,
    person.id,
  ])

test('whoever is given a lead hears of it, with who gave it; nobody hears of what they did themselves', async () => {
  const { mia, ada, ben } = await team()
  const first = await putLead(app, mia, { name: 'Yuki Tanabe' })
  const second = await putLead(app, mia)

  await mia.call(marketingLeads.assign, { body: { leadIds: [first], staffId: ada.id } })
  await ben.call(allLeads.assignToMe, { body: { leadIds: [second] } })

  expect(await told(ada)).toMatchObject([
    {
      kind: 'assigned',
      unread: true,
      words: [
        { text: 'Yuki Tanabe', name: true },
        { text: ' was assigned to you', name: false },
        { text: ' by ', name: false },
        { text: 'Mia', name: true },
      ],
      subjects: [{ id: first, label: 'Yuki Tanabe' }],
      total: 1,
      gone: 0,
      noun: { one: 'lead', many: 'leads' },
    },
  ])
  expect(await count(ada)).toBe(1)
  expect([await told(mia), await told(ben)]).toEqual([[], []])
})

test('a thousand leads given at once are one row and one line for whoever gets them', async () => {
  const { mia, ada } = await team()
  const rows = await app.sql(
    mia.companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'email' from generate_series(1, 1000) n returning id::int`,
    [mia.companyId],
  )

  await mia.call(marketingLeads.assign, { body: { leadIds: rows.map(({ id }) => id), staffId: ada.id } })

  expect(await stored(ada)).toHaveLength(1)
  const [line] = await told(ada)
  expect(line).toMatchObject({ total: 1000, gone: 0 })
  expect(sentence(line!)).toBe('1,000 leads were assigned to you by Mia')
  expect(line!.subjects).toHaveLength(5)
  expect(await count(ada)).toBe(1)
})

test('what the rotation gives is told to each person, in one line until it is read', async () => {
  const { mia, ada, rob } = await team()
  await putOnList(app, ada, 'qa')
  await app.sql(mia.companyId, `select mark_due('assign')`)
  const give = async (name: string) => {
    await mia.call(addLead.add, {
      body: {
        name,
        email: `${name.toLowerCase()}@firm.example`,
        company: 'Firm',
        country: 'DE',
        source: 'phone',
        products: [],
      },
    })
    await workOff(app)
  }
  await give('Cleo')
  await give('Dora')

  expect(await sentences(ada)).toEqual(['2 leads were assigned to you by auto-assign'])
  expect(await count(ada)).toBe(1)
  const { data, seen } = await ada.call(list, { query: {} })
  await ada.call(read, { params: { id: data[0]!.id }, body: { seen } })
  expect(await count(ada)).toBe(0)
  await give('Eva')
  expect(await sentences(ada)).toEqual([
    'Eva was assigned to you by auto-assign',
    '2 leads were assigned to you by auto-assign',
  ])
  expect(await told(rob)).toEqual([])
})

test('a lead that somebody else has by now, or that was deleted, is not told of as given', async () => {
  const { mia, ada, ben } = await team()
  const [kept, moved, deleted] = [
    await putLead(app, mia, { name: 'Kept' }),
    await putLead(app, mia),
    await putLead(app, mia),
  ]
  await mia.call(marketingLeads.assign, { body: { leadIds: [kept, moved, deleted], staffId: ada.id } })

  await mia.call(marketingLeads.assign, { body: { leadIds: [moved], staffId: ben.id } })
  await app.sql(mia.companyId, 'update leads set deleted_at = now() where id = $1', [deleted])
  expect(await sentences(ada)).toEqual(['Kept was assigned to you by Mia'])
  await mia.call(marketingLeads.assign, { body: { leadIds: [kept], staffId: ben.id } })

  expect(await told(ada)).toEqual([])
  expect(await count(ada)).toBe(0)
  expect(await sentences(ben)).toEqual(['2 leads were assigned to you by Mia'])
})

test('mentions that are not read are counted by themselves, and listed by themselves', async () => {
  const { mia, ada } = await team()
  const other = await app.signIn({ can: QA_KEYS })
  const counts = async (person: TestPerson) => (await person.call(unread, {})).data
  const lines = async (view: 'unread' | 'mentions') => (await ada.call(list, { query: { view } })).data
  await mia.call(marketingLeads.assign, { body: { leadIds: [await putLead(app, mia)], staffId: ada.id } })
  for (const comment of ['First', 'Second'])
    await mia.call(leadDetails.comment, { body: { leadId: await putLead(app, mia), comment, mentions: [ada.id] } })

  expect(await counts(ada)).toEqual({ count: 3, mentions: 2 })
  expect((await lines('mentions')).map(({ kind, excerpt }) => [kind, excerpt])).toEqual([
    ['mentioned', 'Second'],
    ['mentioned', 'First'],
  ])
  expect(await lines('unread')).toHaveLength(3)

  const { data, seen } = await ada.call(list, { query: { view: 'mentions' } })
  await ada.call(read, { params: { id: data[0]!.id }, body: { seen } })
  expect(await counts(ada)).toEqual({ count: 2, mentions: 1 })
  expect((await lines('mentions')).map(({ excerpt }) => excerpt)).toEqual(['First'])
  expect((await ada.call(list, { query: {} })).data).toHaveLength(3)
  expect(await counts(other)).toEqual({ count: 0, mentions: 0 })
})

test('whoever is mentioned reads who did it, where, and what was said', async () => {
  const { mia, ada, ben } = await team()
  const leadId = await putLead(app, mia, { name: 'Yuki Tanabe' })

  await mia.call(leadDetails.comment, {
    body: { leadId, comment: 'Is this @Ada’s? @Mia asks', mentions: [ada.id, mia.id] },
  })
  await ben.call(leadDetails.comment, { body: { leadId, comment: '@Ada the newest', mentions: [ada.id] } })

  const lines = await told(ada)
  expect(lines.map(sentence)).toEqual(['Ben and Mia mentioned you on Yuki Tanabe'])
  expect(lines).toMatchObject([{ kind: 'mentioned', excerpt: '@Ada the newest', subjects: [{ id: leadId }] }])
  expect(await told(mia)).toEqual([])
})

test('a comment that is changed tells only whom it mentions anew', async () => {
  const { mia, ada, ben } = await team()
  const leadId = await putLead(app, mia)
  const { data } = await mia.call(leadDetails.comment, { body: { leadId, comment: '@Ada look', mentions: [ada.id] } })

  const changed = await mia.call(leadDetails.editComment, {
    params: { id: data.id },
    body: { comment: '@Ada @Ben look', mentions: [ada.id, ben.id] },
  })

  expect(changed.data.mentions.map(({ name }) => name)).toEqual(['Ada', 'Ben'])
  expect(await stored(ada)).toHaveLength(1)
  expect(await stored(ben)).toHaveLength(1)
})

test('a verdict that is turned over is told to whoever holds, sells or had judged the lead', async () => {
  const { mia, ada, ben, rob } = await team()
  const leadId = await putLead(app, mia, {
    name: 'Yuki Tanabe',
    status: 'valid',
    assigned_qa: ada.id,
    validated_by: ben.id,
    sales_person: rob.id,
  })

  await mia.call(assignedLeads.invalidate, {
    body: { enquiryId: leadId, status: 'invalid', reason: 'unreachable' },
  })

  expect(await sentences(ada)).toEqual(['Mia changed Yuki Tanabe to invalid'])
  expect(await sentences(ben)).toEqual(['Mia changed Yuki Tanabe to invalid'])
  // The sales person had the lead and cannot see it any more.
  expect(await told(rob)).toMatchObject([{ subjects: [], total: 1, gone: 1, excerpt: null }])
  expect(await sentences(rob)).toEqual(['Mia changed a lead you can no longer see to invalid'])
  expect(await told(mia)).toEqual([])
})

test('a first verdict, and an act that is refused, tell nobody', async () => {
  const { mia, ada } = await team()
  const leadId = await putLead(app, mia, { status: 'in-progress', assigned_qa: ada.id })

  await ada.call(assignedLeads.invalidate, { body: { enquiryId: leadId, status: 'invalid', reason: 'spam_or_bot' } })
  const before = await fingerprint(app)
  await refusal(mia.call(leadDetails.comment, { body: { leadId, comment: 'Look', mentions: [ada.id, 999_999] } }))

  expect(await fingerprint(app)).toBe(before)
  expect(await stored(ada)).toEqual([])
})

test('a lead that is deleted, or that one may not see any more, is told of without its name', async () => {
  const { mia, rob } = await team()
  const kept = await putLead(app, mia, { name: 'Kept', status: 'valid', sales_person: rob.id })
  const lost = await putLead(app, mia, { name: 'Secret Name', status: 'valid', sales_person: rob.id })
  await mia.call(leadDetails.comment, { body: { leadId: lost, comment: 'Secret words', mentions: [rob.id] } })
  await mia.call(leadDetails.comment, { body: { leadId: kept, comment: 'Open words', mentions: [rob.id] } })

  await app.sql(mia.companyId, 'update leads set sales_person = null where id = $1', [lost])
  expect(await sentences(rob)).toEqual([
    'Mia mentioned you on Kept',
    'Mia mentioned you on a lead you can no longer see',
  ])
  await app.sql(mia.companyId, 'update leads set deleted_at = now() where id = $1', [kept])
  const answer = await rob.send('GET', list.path)
  expect(answer.text).not.toMatch(/Secret|Kept|Open words/)
  expect(await refusal(rob.call(leadDetails.lead, { params: { id: lost } }))).toMatchObject({ status: 404 })
})

test('whoever sees a lead but not its comments is not shown what a comment says', async () => {
  const { mia } = await team()
  const reader = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: mia })
  const leadId = await putLead(app, mia, { name: 'Yuki Tanabe' })

  await mia.call(leadDetails.comment, { body: { leadId, comment: 'Between us', mentions: [reader.id] } })

  expect(await told(reader)).toMatchObject([{ excerpt: null, subjects: [{ label: 'Yuki Tanabe' }] }])
})

test('names stay as they were written: markup, marks of direction, great length (R5)', async () => {
  const { mia, ada } = await team()
  const name = `<img src=x onerror=alert(1)> \u202eevil ${'x'.repeat(150)}`
  const leadId = await putLead(app, mia, { name })

  await mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: ada.id } })

  expect((await told(ada))[0]!.words[0]).toEqual({ text: name, name: true })
})

test('nobody is told of, marks or counts anything of another person or another company', async () => {
  const { mia, ada, ben } = await team()
  const eve = await app.signIn({ can: MANAGER_KEYS, name: 'Eve' })
  const leadId = await putLead(app, mia)
  await mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: ada.id } })
  const { data, seen } = await ada.call(list, { query: {} })

  for (const stranger of [ben, eve, mia]) {
    expect(await told(stranger)).toEqual([])
    expect(await count(stranger)).toBe(0)
    expect(await refusal(stranger.call(read, { params: { id: data[0]!.id }, body: { seen } }))).toMatchObject({
      status: 404,
      message: 'Notification not found',
    })
    await stranger.call(readAll, { body: { seen } })
  }
  expect(await stored(ada)).toMatchObject([{ read_at: null }])
})

test('reading a line marks what is told in it, and nothing that came since', async () => {
  const { mia, ada } = await team()
  const assign = async () => {
    const id = await putLead(app, mia)
    await mia.call(marketingLeads.assign, { body: { leadIds: [id], staffId: ada.id } })
  }
  await assign()
  await assign()
  const { data, seen } = await ada.call(list, { query: {} })
  await assign()

  await ada.call(read, { params: { id: data[0]!.id }, body: { seen } })

  expect((await stored(ada)).map(({ read_at }) => read_at !== null)).toEqual([true, true, false])
  await ada.call(readAll, { body: { seen } })
  expect(await count(ada)).toBe(1)
  await ada.call(readAll, { body: { seen: (await ada.call(list, { query: {} })).seen } })
  expect(await count(ada)).toBe(0)
})

test('older ones come page by page, each line once', async () => {
  const { mia, ada } = await team()
  for (let at = 0; at < 5; at++) {
    const leadId = await putLead(app, mia, { name: `Lead ${at}` })
    await mia.call(leadDetails.comment, { body: { leadId, comment: 'Look', mentions: [ada.id] } })
  }

  const first = await ada.call(list, { query: { limit: 2 } })
  const second = await ada.call(list, { query: { limit: 2, before: first.next! } })
  const third = await ada.call(list, { query: { limit: 2, before: second.next! } })

  expect([...first.data, ...second.data, ...third.data].map(sentence)).toEqual(
    [4, 3, 2, 1, 0].map((at) => `Mia mentioned you on Lead ${at}`),
  )
  expect(third.next).toBeNull()
  expect(await refusal(ada.call(list, { query: { limit: 51 } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'limit' }],
  })
})

/** Nobody of a team that has no rights to the catalogue, to content and to competitors is told of these. */
const RIGHTS = /^(product_gap|vendor_|review|post_|contact_|mailing|newsletter_|competitor_)/
const WITH_A_RIGHT = new Set(NOTIFICATION_KINDS.filter((kind) => RIGHTS.test(kind)))

test('whom a kind of notification cannot reach does not choose what they hear of it', async () => {
  const eve = await app.signIn({ can: ['vendor_data_update_list'] })
  const kinds = async (person: TestPerson) => (await person.call(choices, {})).data.choices.map(({ kind }) => kind)
  expect(await kinds(eve)).toEqual(
    NOTIFICATION_KINDS.filter((kind) => kind === 'vendor_answer' || !WITH_A_RIGHT.has(kind)),
  )
  const all = await app.signIn({ can: PERMISSION_KEYS, colleagueOf: eve })
  expect(await kinds(all)).toEqual([...NOTIFICATION_KINDS])
})

test('everybody chooses for each kind what they hear of in the app; what is not wanted is not kept', async () => {
  const { mia, ada, ben } = await team()
  expect((await ada.call(choices, {})).data).toEqual({
    choices: NOTIFICATION_KINDS.filter((kind) => !WITH_A_RIGHT.has(kind)).map((kind) => ({
      kind,
      in_app: true,
      digest: 'none',
      is_own: false,
    })),
    mail: false,
    last_digest: null,
  })

  expect((await ada.call(choose, { body: { kind: 'mentioned', in_app: false } })).data).toEqual({
    kind: 'mentioned',
    in_app: false,
    digest: 'none',
  })
  const leadId = await putLead(app, mia)
  await mia.call(leadDetails.comment, { body: { leadId, comment: 'Look', mentions: [ada.id, ben.id] } })
  await mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: ada.id } })

  expect((await told(ada)).map(({ kind }) => kind)).toEqual(['assigned'])
  expect((await told(ben)).map(({ kind }) => kind)).toEqual(['mentioned'])
  expect(await refusal(ada.call(choose, { body: { kind: 'job', digest: 'daily' } }))).toMatchObject({ status: 409 })
  expect((await ben.call(choices, {})).data.choices[1]).toMatchObject({ in_app: true })
})

test('people who have been deactivated are told nothing', async () => {
  const { mia, ada, ben } = await team()
  const leadId = await putLead(app, mia, { status: 'valid', assigned_qa: ada.id, validated_by: ben.id })
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [ada.id])

  await mia.call(assignedLeads.invalidate, { body: { enquiryId: leadId, status: 'invalid', reason: 'competitor' } })

  expect(await stored(ada)).toEqual([])
  expect(await stored(ben)).toHaveLength(1)
})

test('what is older than ninety days is not told, and is forgotten by the next morning', async () => {
  const { mia, ada } = await team()
  const leadId = await putLead(app, mia)
  await mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: ada.id } })
  await mia.call(leadDetails.comment, { body: { leadId, comment: 'Look', mentions: [ada.id] } })
  await app.sql(
    ada.companyId,
    `update notifications set created_at = now() - interval '91 days' where person_id = $1 and kind = 'assigned'`,
    [ada.id],
  )

  expect((await told(ada)).map(({ kind }) => kind)).toEqual(['mentioned'])
  const noted = () =>
    app.owner.query(`select at > now() as later from identity.due where kind = 'notifications' and company_id = $1`, [
      mia.companyId,
    ])
  expect((await noted()).rows).toEqual([{ later: true }])
  await app.owner.query(`update identity.due set at = now() where kind = 'notifications'`)
  await workOff(app)

  expect((await stored(ada)).map(({ kind }) => kind)).toEqual(['mentioned'])
  expect((await noted()).rows).toEqual([{ later: true }])
})
