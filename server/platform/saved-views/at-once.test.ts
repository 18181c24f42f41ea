import { afterAll, describe, expect, test } from 'vitest'
import { MOST_VIEWS, savedViews } from '#contract/platform/saved-views.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const SCREEN = 'marketing-marketing-leads-list'
const save = async (person: TestPerson, name: string) =>
  (await person.call(savedViews.add, { body: { screen: SCREEN, name, params: {} } })).data
const seenBy = async (person: TestPerson) => (await person.call(savedViews.list, {})).data

describe('many at once', () => {
  const AT_ONCE = 4
  /** Holds what is written until all of them have asked, and tells how they were answered. */
  const together = async (person: TestPerson, acts: readonly (() => Promise<unknown>)[]) => {
    let running: Promise<PromiseSettledResult<unknown>[]> | undefined
    await app.holding(person.companyId, 'lock table saved_views in share mode', [], async () => {
      running = Promise.allSettled(acts.map((act) => act()))
      await somebodyWaits(app, acts.length)
    })
    return ((await running) ?? [])
      .map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.failure.code))
      .sort()
  }
  const fill = (person: TestPerson, count: number, more: { shared: boolean; deleted: boolean }) =>
    app.sql(
      person.companyId,
      `insert into saved_views (company_id, owner_id, screen, name, shared, deleted_at)
       select $1, $2, $3, 'Kept ' || $5::text || n, $5::text::boolean, case when $6::boolean then now() end from generate_series(1, $4::int) n returning id::int`,
      [person.companyId, person.id, SCREEN, count, more.shared, more.deleted],
    )

  test('add and bring back no more views than a person may keep', async () => {
    const [ada, eve] = [await app.signIn(), await app.signIn()]
    await fill(ada, MOST_VIEWS.own - 1, { shared: false, deleted: false })
    await save(eve, 'Hers')
    const [gone] = await fill(ada, 1, { shared: true, deleted: true })

    const answers = await together(ada, [
      ...Array.from({ length: AT_ONCE - 1 }, (_, at) => () => save(ada, `New ${at}`)),
      () => ada.call(savedViews.restore, { params: { id: gone.id } }),
    ])

    expect(answers).toEqual(['conflict', 'conflict', 'conflict', 'done'])
    expect((await seenBy(ada)).views).toHaveLength(MOST_VIEWS.own)
    expect((await seenBy(eve)).views).toHaveLength(1)
  })

  test('share no more views than a company may, each with the version that is stored', async () => {
    const ada = await app.signIn({ can: ['saved_views_share'] })
    await fill(ada, MOST_VIEWS.shared - 1, { shared: true, deleted: false })
    const mine = await fill(ada, AT_ONCE, { shared: false, deleted: false })

    const answers = await together(
      ada,
      mine.map(
        ({ id }) =>
          () =>
            ada.call(savedViews.share, { params: { id }, body: { shared: true } }),
      ),
    )

    expect(answers).toEqual(['conflict', 'conflict', 'conflict', 'done'])
    const shared = await app.sql(ada.companyId, 'select from saved_views where company_id = $1 and shared', [
      ada.companyId,
    ])
    expect(shared).toHaveLength(MOST_VIEWS.shared)
  })

  test('a view that is renamed while it is shared is answered as both have left it', async () => {
    const ada = await app.signIn({ can: ['saved_views_share'] })
    const { id } = await save(ada, 'Week')
    let sharing: Promise<unknown> | undefined
    await app.holding(
      ada.companyId,
      `update saved_views set name = 'Month' where company_id = $1 and id = $2`,
      [ada.companyId, id],
      async () => {
        sharing = ada.call(savedViews.share, { params: { id }, body: { shared: true } })
        await somebodyWaits(app)
      },
    )

    expect(await sharing).toMatchObject({ data: { name: 'Month', shared: true, version: 3 } })
  })
})
