import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { live } from '#contract/platform/live.ts'
import { presence } from '#contract/leads/presence.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { access } from '#contract/portal/access.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { ENQUIRY, MANAGER_KEYS, QA_KEYS } from '#server/test/leads.ts'
import { streamsOf } from '#server/test/live.ts'
import { startSecondNode } from '#server/test/portal.ts'

const app = await startTestApp()
const node = await startSecondNode(app)
const deaf = await startSecondNode(app, { ...app.services.config, databaseListen: false })
const here = await streamsOf(app.app)
const there = await streamsOf(node.app)
const polling = await streamsOf(deaf.app)
afterAll(async () => {
  await Promise.all([node.stop(), deaf.stop()])
  await app.stop()
})

const soon = { timeout: 20_000, interval: 50 }
const company = async () => {
  const manager = await app.signIn({ can: MANAGER_KEYS, name: 'Mara' })
  const qa = await app.signIn({ can: QA_KEYS, name: 'Quinn', colleagueOf: manager })
  return { manager, qa }
}
const add = async (person: TestPerson) => (await person.call(addLead.add, { body: ENQUIRY })).data.enquiryId
const assign = (by: TestPerson, to: TestPerson, id: number) =>
  by.call(marketingLeads.assign, { body: { leadIds: [id], staffId: to.id } })
const start = (by: TestPerson, id: number) =>
  by.call(assignedLeads.start, { body: { enquiryId: id, status: 'in-progress' } })
const take = async (person: TestPerson, keys: readonly string[]) => {
  await app.sql(person.companyId, 'update identity.memberships set permissions = $2 where id = $1', [person.id, keys])
}

test('what is stored on one node is told on another, with the version that a fetch would find', async () => {
  const { manager, qa } = await company()
  const stream = await there.open(manager)

  const id = await add(manager)
  await assign(manager, qa, id)
  await start(qa, id)

  const { data } = await manager.call(marketingLeads.checkCurrentAssignment, { params: { id } })
  await expect.poll(() => stream.rows().at(-1), soon).toEqual({ id, version: data.version })
  expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
    'no-store',
  ])
  await stream.close()
})

test('where LISTEN cannot be had, the same is told within seconds', async () => {
  const { manager, qa } = await company()
  const stream = await polling.open(manager)

  const id = await add(manager)
  await assign(manager, qa, id)

  await expect.poll(() => stream.rows().map((row) => row.id), soon).toContain(id)
  expect(stream.last('resync')).toBe(undefined)
  await stream.close()
})

test('nobody is told of a lead that they may not see; who loses one is told that it is gone', async () => {
  const { manager, qa } = await company()
  const own = await app.signIn({ can: ['assigned_leads_list', 'assigned_leads_edit_status'], colleagueOf: manager })
  const blind = await app.signIn({ can: ['restrict_domain_list'], colleagueOf: manager })
  const [seesAll, seesOwn, seesNone] = await Promise.all([here.open(manager), here.open(own), here.open(blind)])
  const id = await add(manager)
  await assign(manager, own, id)
  await expect.poll(() => seesOwn.rows().at(-1)?.id, soon).toBe(id)
  const { data: theirs } = await manager.call(marketingLeads.checkCurrentAssignment, { params: { id } })

  await assign(manager, qa, id)

  await expect.poll(() => seesOwn.gone(), soon).toEqual([id])
  await start(qa, id)
  const { data } = await manager.call(marketingLeads.checkCurrentAssignment, { params: { id } })
  await expect.poll(() => seesAll.rows().at(-1)?.version, soon).toBe(data.version)
  expect(seesAll.gone()).toEqual([])
  // The same version may be told twice: adding and assigning are two changes, and both find the lead as it is by then.
  expect(seesOwn.rows().filter((row) => row.id !== id || row.version !== theirs.version)).toEqual([])
  expect(seesNone.events.filter(({ leads }) => leads)).toEqual([])
  await Promise.all([seesAll.close(), seesOwn.close(), seesNone.close()])
})

test.each([['before'], ['after']])(
  'whoever views as a colleague without all of their rights, %s them, is told no more than both may see, and the colleague no less',
  async (order) => {
    const { manager, qa } = await company()
    const viewer = await app.signIn({ can: [...QA_KEYS, 'people_manage'], colleagueOf: manager })
    await viewer.call(access.viewAs, { params: { id: qa.id } })
    await take(viewer, ['people_manage', 'valid_leads_list'])
    app.services.auth.forgetAll()
    const theirs = order === 'after' ? await here.open(qa) : undefined
    const viewed = await here.open(viewer)
    const own = theirs ?? (await here.open(qa))

    const id = await add(manager)

    await expect.poll(() => own.rows().at(-1)?.id, soon).toBe(id)
    expect(viewed.events.filter(({ leads }) => leads)).toEqual([])
    await Promise.all([viewed.close(), own.close()])
  },
)

test('of two companies that work at once neither is told a row of the other (T9)', async () => {
  const [a, b] = [await company(), await company()]
  const streams = await Promise.all([here.open(a.manager), there.open(b.manager), there.open(a.qa)])
  const ids = { a: new Set<number>(), b: new Set<number>() }

  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const [side, people] = at % 2 ? (['a', a] as const) : (['b', b] as const)
      const id = await add(people.manager)
      ids[side].add(id)
      await assign(people.manager, people.qa, id)
      await people.qa.call(presence.announce, { body: { leadId: id, here: true } })
    }),
  )

  const [ofA, ofB, ofQa] = streams
  const told = (stream: typeof ofA) =>
    new Set([
      ...stream.rows().map(({ id }) => id),
      ...stream.gone(),
      ...stream.events.flatMap((event) => (event.presence ?? []).map(({ lead_id }) => lead_id)),
    ])
  await expect.poll(() => [...told(ofA)].toSorted(), soon).toEqual([...ids.a].toSorted())
  await expect.poll(() => [...told(ofB)].toSorted(), soon).toEqual([...ids.b].toSorted())
  await expect.poll(() => [...told(ofQa)].toSorted(), soon).toEqual([...ids.a].toSorted())
  await Promise.all(streams.map((stream) => stream.close()))
})

test('who has a lead on the desk is shown to colleagues who see the lead, on every node, until they leave it', async () => {
  const { manager, qa } = await company()
  const blind = await app.signIn({ can: ['assigned_leads_list'], colleagueOf: manager })
  const id = await add(manager)
  await assign(manager, qa, id)
  const [stream, own, others] = await Promise.all([there.open(manager), here.open(qa), here.open(blind)])

  await qa.call(presence.announce, { body: { leadId: id, here: true } })

  await expect
    .poll(() => stream.last('presence'), soon)
    .toEqual([{ lead_id: id, people: [{ id: qa.id, name: 'Quinn' }] }])
  const late = await here.open(manager)
  await expect
    .poll(() => late.last('presence'), soon)
    .toEqual([{ lead_id: id, people: [{ id: qa.id, name: 'Quinn' }] }])
  await qa.call(presence.announce, { body: { leadId: id, here: false } })
  await expect.poll(() => stream.last('presence'), soon).toEqual([])
  for (const quiet of [own, others]) expect(quiet.events.flatMap((event) => event.presence ?? [])).toEqual([])
  await Promise.all([stream, own, others, late].map((each) => each.close()))
})

test('how many notifications are unread is told to each person alone, on every node, as it changes', async () => {
  const { manager, qa } = await company()
  const [ofQa, ofManager] = await Promise.all([there.open(qa), here.open(manager)])
  await expect.poll(() => ofQa.last('unread'), soon).toEqual({ count: 0, mentions: 0 })
  const [first, second] = [await add(manager), await add(manager)]

  await assign(manager, qa, first)
  await expect.poll(() => ofQa.last('unread'), soon).toEqual({ count: 1, mentions: 0 })
  await manager.call(leadDetails.comment, { body: { leadId: second, comment: 'Yours?', mentions: [qa.id] } })
  await expect.poll(() => ofQa.last('unread'), soon).toEqual({ count: 2, mentions: 1 })
  const { data, seen } = await qa.call(notifications.list, { query: {} })
  await qa.call(notifications.read, { params: { id: data[0]!.id }, body: { seen } })
  await expect.poll(() => ofQa.last('unread'), soon).toEqual({ count: 1, mentions: 0 })
  await qa.call(notifications.readAll, { body: { seen } })
  await expect.poll(() => ofQa.last('unread'), soon).toEqual({ count: 0, mentions: 0 })

  expect(ofManager.events.flatMap((event) => event.unread ?? [])).toEqual([{ count: 0, mentions: 0 }])
  await Promise.all([ofQa.close(), ofManager.close()])
})

test('a presence that nobody renews counts no more, and a lead that the caller does not see takes none', async () => {
  const { manager, qa } = await company()
  const stranger = await app.signIn({
    can: ['assigned_leads_edit_status', 'assigned_leads_list'],
    colleagueOf: manager,
  })
  const id = await add(manager)
  await assign(manager, qa, id)
  await qa.call(presence.announce, { body: { leadId: id, here: true } })
  await app.sql(
    manager.companyId,
    `update lead_presence set at = now() - interval '46 seconds' where company_id = $1`,
    [manager.companyId],
  )

  const stream = await here.open(manager)

  await expect.poll(() => stream.last('presence'), soon).toEqual([])
  await expect(stranger.call(presence.announce, { body: { leadId: id, here: true } })).rejects.toThrow(
    '404 Lead not found',
  )
  await stream.close()
})

test.concurrent.for([
  [
    'the session is revoked',
    (who) => app.owner.query('update identity.sessions set revoked_at = now() where person_id = $1', [who.id]),
  ],
  ['a key is lost', (who) => take(who, ['all_leads_list'])],
  [
    'the person is deactivated',
    (who) => app.sql(who.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [who.id]),
  ],
  [
    'the session goes to another company',
    async (who) => {
      const other = await app.signIn()
      await app.sql(other.companyId, 'insert into identity.memberships (company_id, id) values ($1, $2)', [
        other.companyId,
        who.id,
      ])
      await app.owner.query('update identity.sessions set company_id = $2 where person_id = $1', [
        who.id,
        other.companyId,
      ])
    },
  ],
] satisfies [string, (who: TestPerson) => Promise<unknown>][])(
  'the stream ends within 5 s on each node once %s (A5, Q11)',
  async ([, lose], { expect }) => {
    const { manager, qa } = await company()
    const streams = await Promise.all([here.open(qa), there.open(qa), there.open(manager)])

    await lose(qa)

    await expect
      .poll(() => streams.map((stream) => stream.hasEnded()), { timeout: 25_000, interval: 100 })
      .toEqual([true, true, false])
    await Promise.all(streams.map((stream) => stream.close()))
  },
)

test('when the listening connection dies it is opened again, and whoever watches is told to fetch', async () => {
  const { manager, qa } = await company()
  const stream = await there.open(manager)
  const before = stream.events.length
  const { rowCount } = await app.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'leadroom live'`,
  )
  expect(rowCount).toBeGreaterThan(0)

  await expect.poll(() => stream.events.slice(before).some(({ resync }) => resync), soon).toBe(true)
  const told = stream.events.length
  const id = await add(manager)
  await assign(manager, qa, id)
  // Between asking and listening again it is told to fetch once more, instead of the row.
  const hasHeard = () =>
    stream.rows().some((row) => row.id === id) || stream.events.slice(told).some(({ resync }) => resync)
  await expect.poll(hasHeard, soon).toBe(true)
  await stream.close()
})

test('a change of more rows than are told one by one asks to fetch', async () => {
  const { manager } = await company()
  const stream = await here.open(manager)
  await app.services.tenants.write(
    manager.companyId,
    { kind: 'import', channel: 'bulk', act: 'test' },
    async ({ db, companyId }) => {
      await db
        .insertInto('leads')
        .values(
          Array.from({ length: 600 }, (_, at) => ({ company_id: companyId, name: `Lead ${at}`, source: 'import' })),
        )
        .execute()
    },
  )

  await expect.poll(() => stream.last('resync'), soon).toBe(true)
  expect(stream.rows()).toEqual([])
  await stream.close()
})

test('only the twenty newest streams of a person go on, and one that its reader has left is forgotten', async () => {
  const { manager } = await company()
  const watching = app.services.live.watching()
  const streams: Awaited<ReturnType<typeof here.open>>[] = []
  for (let at = 0; at < 22; at++) streams.push(await here.open(manager))

  await expect
    .poll(() => streams.map((stream) => stream.hasEnded()), soon)
    .toEqual([true, true, ...Array(20).fill(false)])
  await Promise.all(streams.map((stream) => stream.close()))
  await expect.poll(() => app.services.live.watching(), soon).toBe(watching)
})

test('the stream is refused like any call: without a session, and for another company than the tab’s', async () => {
  const { manager } = await company()

  expect((await here.open({ token: 'x' })).status).toBe(401)
  expect((await here.open(manager, { 'x-company-id': String(manager.companyId + 1) })).status).toBe(409)
  const head = await fetch(here.base + live.watch.path, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${manager.token}` },
  })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('writes of a request that was refused are told to nobody', async () => {
  const { manager, qa } = await company()
  const id = await add(manager)
  const stream = await here.open(manager)
  await sleep(500)
  const before = stream.rows().length

  await expect(start(qa, id)).rejects.toThrow(/40[49]/)
  await manager.call(allLeads.list, { query: {} })
  await sleep(500)

  expect(stream.rows().length).toBe(before)
  await stream.close()
})
