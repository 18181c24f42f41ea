import { afterAll, expect, test } from 'vitest'
import { MOST_VIEWS, savedViews, type SavedView } from '#contract/platform/saved-views.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { undoing } from '#server/test/undo.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const SCREEN = 'marketing-marketing-leads-list'
const params = { status: ['new', 'valid'], from_date: ['today-6'] }
const save = async (person: TestPerson, name: string, more = {}) =>
  (await person.call(savedViews.add, { body: { screen: SCREEN, name, params, ...more } })).data
const seenBy = async (person: TestPerson) => (await person.call(savedViews.list, {})).data
const stored = (person: TestPerson) =>
  app.sql(person.companyId, 'select name, shared, deleted_at from saved_views where company_id = $1 order by id', [
    person.companyId,
  ])
const loseKeys = async ({ companyId, id }: TestPerson) => {
  await app.sql(companyId, `update identity.memberships set permissions = '{}' where id = $1`, [id])
  app.services.auth.forgetAll()
}

test('a view keeps filters, order and columns, and is its owner’s alone', async () => {
  const ada = await app.signIn()
  const ben = await app.signIn({ colleagueOf: ada })

  const view = await save(ada, ' Wide ', { columns: ['utm'] })

  expect(view).toMatchObject({ name: 'Wide', mine: true, shared: false, params, columns: ['utm'], version: 1 })
  expect((await seenBy(ada)).views).toEqual([view])
  expect((await seenBy(ben)).views).toEqual([])
})

test('sharing takes the key; then colleagues see the view and cannot change it', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'], name: 'Ada' })
  const ben = await app.signIn({ colleagueOf: ada })
  const bens = await save(ben, 'Mine')
  const adas = await save(ada, 'Ours')

  await expect(ben.call(savedViews.share, { params: { id: bens.id }, body: { shared: true } })).rejects.toThrow(
    '403 You need the permission saved_views_share',
  )
  await ada.call(savedViews.share, { params: { id: adas.id }, body: { shared: true } })

  expect((await seenBy(ben)).views.map(({ name, mine, owner }) => [name, mine, owner?.name])).toEqual([
    ['Mine', true, 'Person 4'],
    ['Ours', false, 'Ada'],
  ])
  await expect(ben.call(savedViews.update, { params: { id: adas.id }, body: { name: 'His' } })).rejects.toThrow('404')
  await expect(ben.call(savedViews.remove, { params: { id: adas.id } })).rejects.toThrow('404')
  await expect(ada.call(savedViews.share, { params: { id: bens.id }, body: { shared: true } })).rejects.toThrow('404')
})

test('whoever may share takes a colleague’s view from the tabs of all; its owner keeps it', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const ben = await app.signIn({ colleagueOf: ada, can: ['saved_views_share'] })
  const { id } = await save(ada, 'Ours')
  await ada.call(savedViews.share, { params: { id }, body: { shared: true } })

  await ben.call(savedViews.share, { params: { id }, body: { shared: false } })

  expect((await seenBy(ben)).views).toEqual([])
  expect((await seenBy(ada)).views).toMatchObject([{ id, shared: false, version: 3 }])
})

test('whoever has lost the key changes no view that all see', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const { id } = await save(ada, 'Ours')
  await ada.call(savedViews.share, { params: { id }, body: { shared: true } })
  await loseKeys(ada)

  const changing = ada.call(savedViews.update, { params: { id }, body: { params: {} } })

  await expect(changing).rejects.toThrow('403 This view is shared')
  expect((await seenBy(ada)).views[0]?.params).toEqual(params)
})

test('W3: of two tabs that save a view of one version at once, the second is told', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const { id } = await save(ada, 'Week')
  await save(eve, 'Week')
  let saving: Promise<PromiseSettledResult<unknown>[]> | undefined
  const held = 'select from saved_views where company_id = $1 for update'
  await app.holding(ada.companyId, held, [ada.companyId], async () => {
    saving = Promise.allSettled(
      ['One', 'Two'].map((name) => ada.call(savedViews.update, { params: { id }, body: { name, version: 1 } })),
    )
    await somebodyWaits(app, 2)
  })

  const answers = ((await saving) ?? []).map((each) => (each.status === 'fulfilled' ? 200 : each.reason.failure.code))
  expect(answers.sort()).toEqual([200, 'version_conflict'])
  expect(await stored(ada)).toMatchObject([{ name: expect.stringMatching(/^(One|Two)$/) }])
  expect(await stored(eve)).toMatchObject([{ name: 'Week' }])
})

test('an update sets what it names; one made on an older version is refused', async () => {
  const ada = await app.signIn()
  const { id } = await save(ada, 'Week', { columns: ['utm'] })

  const { data } = await ada.call(savedViews.update, {
    params: { id },
    body: { params: { source: ['email'] }, version: 1 },
  })

  expect(data).toMatchObject({ name: 'Week', params: { source: ['email'] }, columns: ['utm'], version: 2 })
  await expect(ada.call(savedViews.update, { params: { id }, body: { columns: null, version: 1 } })).rejects.toThrow(
    '409 This view was changed in another tab',
  )
})

test('a name serves once in a list of one person, and again once its view is deleted', async () => {
  const ada = await app.signIn()
  const ben = await app.signIn({ colleagueOf: ada })
  const { id } = await save(ada, 'Week')

  await expect(save(ada, 'week')).rejects.toThrow('409 You have a view of this name already')
  await save(ada, 'Week', { screen: 'marketing-valid-leads' })
  await save(ben, 'Week')
  await ada.call(savedViews.remove, { params: { id } })
  await save(ada, 'Week')

  await expect(ada.call(savedViews.restore, { params: { id } })).rejects.toThrow('409 You have a view of this name')
})

test('a deleted view is gone from all tabs and comes back as it was', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const ben = await app.signIn({ colleagueOf: ada })
  const { id } = await save(ada, 'Ours')
  await ada.call(savedViews.share, { params: { id }, body: { shared: true } })

  const { message } = await ada.call(savedViews.remove, { params: { id } })

  expect(message).toBe('Ours was deleted.')
  expect((await seenBy(ben)).views).toEqual([])
  await expect(ada.call(savedViews.remove, { params: { id } })).rejects.toThrow('404')
  await expect(ben.call(savedViews.restore, { params: { id } })).rejects.toThrow('404')
  await ada.call(savedViews.restore, { params: { id } })
  expect((await seenBy(ben)).views).toMatchObject([{ id, name: 'Ours', shared: true }])
  expect(await stored(ada)).toEqual([{ name: 'Ours', shared: true, deleted_at: null }])
})

test('another company neither sees nor changes a view, shared or not', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const eve = await app.signIn({ can: ['saved_views_share'] })
  const { id } = await save(ada, 'Ours')
  await ada.call(savedViews.share, { params: { id }, body: { shared: true } })

  expect((await seenBy(eve)).views).toEqual([])
  await expect(eve.call(savedViews.update, { params: { id }, body: { name: 'Hers' } })).rejects.toThrow('404')
  await expect(eve.call(savedViews.share, { params: { id }, body: { shared: false } })).rejects.toThrow('404')
  await expect(eve.call(savedViews.remove, { params: { id } })).rejects.toThrow('404')
  expect(await stored(ada)).toEqual([{ name: 'Ours', shared: true, deleted_at: null }])
})

test('a person keeps so many views of a list and no more', async () => {
  const ada = await app.signIn()
  for (let number = 0; number < MOST_VIEWS.own; number++) await save(ada, `View ${number}`)

  await expect(save(ada, 'One more')).rejects.toThrow(`409 You have ${MOST_VIEWS.own} views of this list`)
  expect(await stored(ada)).toHaveLength(MOST_VIEWS.own)
  const [{ id }] = (await seenBy(ada)).views as [SavedView]
  await ada.call(savedViews.remove, { params: { id } })
  await save(ada, 'In its place')
  await expect(ada.call(savedViews.restore, { params: { id } })).rejects.toThrow('409 You have')
  expect((await seenBy(ada)).views).toHaveLength(MOST_VIEWS.own)
})

test('nor by undoing that one was deleted, nor a company more shared ones by undoing that one is not any more', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const ben = await app.signIn({ can: ['saved_views_share'], colleagueOf: ada })
  const act = async (person: TestPerson) =>
    (await person.call(changes.list, { query: { limit: 1 } })).data[0]!.change_set
  for (let number = 0; number < MOST_VIEWS.own; number++) await save(ada, `View ${number}`)
  const [{ id }] = (await seenBy(ada)).views as [SavedView]
  await ada.call(savedViews.remove, { params: { id } })
  const deleted = await act(ada)
  const { id: instead } = await save(ada, 'In its place')
  const before = await stored(ada)

  expect(await refusal(undoing(ada, deleted))).toMatchObject({
    message: expect.stringContaining(`You can have at most ${MOST_VIEWS.own} views of this list`),
  })
  expect(await stored(ada)).toEqual(before)
  await ada.call(savedViews.remove, { params: { id: instead } })
  await undoing(ada, deleted)
  expect((await seenBy(ada)).views).toHaveLength(MOST_VIEWS.own)

  const share = (person: TestPerson, view: number, shared: boolean) =>
    person.call(savedViews.share, { params: { id: view }, body: { shared } })
  const bens = await save(ben, 'Of Ben')
  await share(ben, bens.id, true)
  await share(ben, bens.id, false)
  const unshared = await act(ben)
  await app.sql(
    ada.companyId,
    `insert into saved_views (company_id, owner_id, screen, name, params, shared)
     select $1, $2, 'valid-leads', 'Shared ' || n, '{}', true from generate_series(1, $3::int) n`,
    [ada.companyId, ada.id, MOST_VIEWS.shared],
  )
  expect(await refusal(undoing(ben, unshared))).toMatchObject({
    message: expect.stringContaining(`Your company can share at most ${MOST_VIEWS.shared} views`),
  })
  expect(await app.sql(ada.companyId, 'select shared from saved_views where id = $1', [bens.id])).toEqual([
    { shared: false },
  ])
})

test('whoever has lost the key has a shared view that they deleted back for themselves', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const ben = await app.signIn({ colleagueOf: ada })
  const { id } = await save(ada, 'Ours')
  await ada.call(savedViews.share, { params: { id }, body: { shared: true } })
  await ada.call(savedViews.remove, { params: { id } })
  await loseKeys(ada)

  const { data } = await ada.call(savedViews.restore, { params: { id } })

  expect(data).toMatchObject({ id, name: 'Ours', shared: false })
  expect((await seenBy(ben)).views).toEqual([])
})

test('whoever has lost the key undoes nothing that all would see; what they keep for themselves they do', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const [changed, gone, own] = [await save(ada, 'One'), await save(ada, 'Two'), await save(ada, 'Own')]
  for (const { id } of [changed, gone]) await ada.call(savedViews.share, { params: { id }, body: { shared: true } })
  const made = async (act: Promise<unknown>) => {
    await act
    return (await ada.call(changes.list, { query: { limit: 1 } })).data[0]!.change_set
  }
  const renamed = (id: number) => made(ada.call(savedViews.update, { params: { id }, body: { name: `Renamed ${id}` } }))
  const acts = [await renamed(changed.id), await made(ada.call(savedViews.remove, { params: { id: gone.id } }))]
  const last = await renamed(own.id)
  const before = await stored(ada)
  await loseKeys(ada)

  for (const act of acts)
    expect(await refusal(undoing(ada, act))).toMatchObject({ message: expect.stringContaining('Share saved views') })
  expect(await stored(ada)).toEqual(before)
  await undoing(ada, last)
  expect((await seenBy(ada)).views.map(({ name }) => name)).toContain('Own')
})

test('each person says what a list opens with and which columns it has; one choice leaves the other alone', async () => {
  const ada = await app.signIn()
  const ben = await app.signIn({ colleagueOf: ada })

  await ada.call(savedViews.prefer, { body: { screen: SCREEN, default_view: 'queue' } })
  await ada.call(savedViews.prefer, { body: { screen: SCREEN, columns: ['utm', 'created'] } })

  expect((await seenBy(ada)).preferences).toEqual([
    { screen: SCREEN, default_view: 'queue', columns: ['utm', 'created'], sort: null, order: null },
  ])
  expect((await seenBy(ben)).preferences).toEqual([])
  await ada.call(savedViews.prefer, { body: { screen: SCREEN, default_view: null } })
  expect((await seenBy(ada)).preferences).toEqual([
    { screen: SCREEN, default_view: null, columns: ['utm', 'created'], sort: null, order: null },
  ])
})

test('a list opens with a view that it has, or with a saved one that the person sees', async () => {
  const ada = await app.signIn({ can: ['saved_views_share'] })
  const [ben, eve] = [await app.signIn({ colleagueOf: ada }), await app.signIn()]
  const [own, shared, other] = [
    await save(ada, 'Own'),
    await save(ada, 'Shared'),
    await save(ada, 'Other', { screen: 'marketing-valid-leads' }),
  ]
  await ada.call(savedViews.share, { params: { id: shared.id }, body: { shared: true } })
  const prefer = (person: TestPerson, default_view: string, screen = SCREEN) =>
    person.send('PUT', savedViews.prefer.path, { screen, default_view })

  for (const [person, key] of [
    [ada, 'fax'],
    [ada, 'older'],
    [ada, '999999999'],
    [ada, String(other.id)],
    [ben, String(own.id)],
    [eve, String(shared.id)],
  ] as const)
    expect([key, await prefer(person, key)]).toMatchObject([
      key,
      { status: 400, json: { message: `The list has no view ${key}`, errors: [{ field: 'default_view' }] } },
    ])
  expect(await prefer(ada, 'all', 'marketing-restrict-domain-list')).toMatchObject({ status: 400 })
  expect((await seenBy(ada)).preferences).toEqual([])

  for (const [person, key] of [
    [ada, String(own.id)],
    [ben, String(shared.id)],
  ] as const) {
    expect(await prefer(person, key)).toMatchObject({ status: 200 })
    expect((await seenBy(person)).preferences).toMatchObject([{ default_view: key }])
  }
  expect(await prefer(ben, 'to_answer', 'marketing-contact-us')).toMatchObject({ status: 200 })
})

test('what is no view is refused by name', async () => {
  const ada = await app.signIn()
  const add = (body: object) => ada.send('POST', savedViews.add.path, { screen: SCREEN, name: 'x', params, ...body })

  const refused = await Promise.all([
    add({ name: '  ' }),
    add({ name: 'x'.repeat(61) }),
    add({ screen: '/marketing/leads' }),
    add({ params: { status: 'new' } }),
    add({ params: { status: Array.from({ length: 101 }, () => 'x') } }),
    add({ columns: Array.from({ length: 61 }, () => 'x') }),
    add({ screen: 'marketing-restrict-domain-list' }),
    add({ params: { status: ['nonsense'] } }),
    add({ params: { colour: ['red'] } }),
    add({ params: { pageSize: ['50'] } }),
    add({ params: { sort: ['spam_signals'] } }),
    add({ params: { quarantined: ['yes', 'yes'] } }),
    add({ params: { from_date: ['2026-02-31'] } }),
    add({ params: { from_date: ['today'], to_date: ['today-6'] } }),
    add({ params: { source: ['today'] }, screen: 'marketing-get-qc-question-list' }),
    add({ columns: ['utm', 'fax'] }),
    add({ params: {}, screen: 'marketing-all-leads', columns: ['utm'] }),
    ada.send('PUT', savedViews.prefer.path, { screen: SCREEN, columns: ['fax'] }),
  ])

  expect(refused.map(({ status, json }) => [status, json.errors[0].field])).toEqual([
    [400, 'name'],
    [400, 'name'],
    [400, 'screen'],
    [400, 'params.status'],
    [400, 'params.status'],
    [400, 'columns'],
    [400, 'screen'],
    [400, 'params.status.0'],
    [400, 'params.colour'],
    [400, 'params.pageSize'],
    [400, 'params.sort'],
    [400, 'params.quarantined'],
    [400, 'params.from_date'],
    [400, 'params.from_date'],
    [400, 'params.source'],
    [400, 'columns.1'],
    [400, 'columns.0'],
    [400, 'columns.0'],
  ])
  expect(await stored(ada)).toEqual([])
  const mine = await save(ada, 'Mine', { columns: ['utm'] })
  const changing = ada.call(savedViews.update, { params: { id: mine.id }, body: { columns: ['fax'] } })
  await expect(changing).rejects.toThrow('400 The list has no column fax')
  expect((await seenBy(ada)).views).toEqual([mine])
})

test('a view keeps whatever its list can be narrowed and ordered by', async () => {
  const ada = await app.signIn()
  const leads = {
    search: ['steel, pipes'],
    sort: ['due_at'],
    order: ['asc'],
    assigned_qa: ['none', '7'],
    clock: ['overdue'],
  }
  const questions = { state: ['open'], from_date: ['today-6'], to_date: ['today'], sort: ['due_on'] }

  expect((await save(ada, 'Leads', { params: leads })).params).toEqual(leads)
  const asked = await save(ada, 'Questions', { screen: 'marketing-get-qc-question-list', params: questions })
  expect(asked.params).toEqual(questions)
})

test('a view with a value that its list no longer knows is read, renamed and deleted; its filters are not changed to another such one', async () => {
  const ada = await app.signIn()
  const [{ id }, { id: nowhere }] = await app.sql(
    ada.companyId,
    `insert into saved_views (company_id, owner_id, screen, name, params) values
     ($1, $2, $3, 'Old', '{"status": ["nonsense"]}'), ($1, $2, 'gone', 'Nowhere', '{"status": ["new"]}') returning id::int`,
    [ada.companyId, ada.id, SCREEN],
  )
  const change = (view: number, body: object) => ada.send('PUT', `/marketing/saved_views/${view}`, body)

  const seen = async () => (await seenBy(ada)).views.map(({ name, params: kept }) => [name, kept])
  expect(await seen()).toEqual([
    ['Nowhere', { status: ['new'] }],
    ['Old', {}],
  ])
  expect(await change(id, { params: { status: ['nonsense', 'new'] } })).toMatchObject({ status: 400 })
  expect(await change(nowhere, { params: { status: ['new'] } })).toMatchObject({ status: 400 })
  expect(await change(id, { name: 'Older' })).toMatchObject({ status: 200, json: { data: { name: 'Older' } } })
  await ada.call(savedViews.remove, { params: { id: nowhere } })
  expect(await seen()).toEqual([['Older', {}]])
  expect(await app.sql(ada.companyId, 'select params from saved_views where id = $1', [id])).toEqual([
    { params: { status: ['nonsense'] } },
  ])
})
