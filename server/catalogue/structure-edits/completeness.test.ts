import { afterAll, expect, test } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { productCompany, STRUCTURE_KEYS, structureActs, wrongCounts } from '#server/test/structure-acts.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp()
afterAll(() => app.stop())

/** What the list says of each product, and what a count of it now would say. */
const listed = async (person: TestPerson) => {
  const { data } = await person.call(masterProducts.list, { query: { pageSize: 100 } })
  const rows = await app.sql(person.companyId, 'select id, required, filled from product_counts($1::bigint[])', [
    data.map(({ id }) => id),
  ])
  const counted = new Map(rows.map(({ id, required, filled }) => [id, [required, filled]]))
  return data.filter(({ id, required, filled }) => String(counted.get(id)) !== String([required, filled]))
}

test('C2: whatever changes, lists say what is so at once, stored counts follow, and a count makes no version', async () => {
  const random = randomFrom(SEED)
  const [ada, eve] = [await productCompany(app, 'Ada'), await productCompany(app, 'Eve')]
  const theirs = await app.sql(
    eve.companyId,
    'select id, required_count, filled_count, version from products where company_id = $1',
    [eve.companyId],
  )
  const act = structureActs(ada, random)
  let done = 0
  for (let round = 0; round < howMany(60, 600); round++) {
    const went = await Promise.resolve(act()).then(
      () => true,
      (failure: { status?: number }) => {
        if (failure.status === undefined || failure.status >= 500) throw failure
        return false
      },
    )
    done += Number(went)
    expect(await listed(ada), `seed ${SEED}, round ${round}`).toEqual([])
    if (round % 5) continue
    const versions = 'select id, version from products where company_id = $1 order by id'
    const before = await app.sql(ada.companyId, versions, [ada.companyId])
    await workOff(app)
    expect(await wrongCounts(app, ada), `seed ${SEED}, round ${round}`).toEqual([])
    expect(await app.sql(ada.companyId, versions, [ada.companyId])).toEqual(before)
  }
  expect(done).toBeGreaterThan(20)
  expect(
    await app.sql(
      eve.companyId,
      'select id, required_count, filled_count, version from products where company_id = $1',
      [eve.companyId],
    ),
  ).toEqual(theirs)
})

test('C2: many at once, with the worker counting meanwhile, and every count is right when they are done', async () => {
  const ada = await productCompany(app, 'Ada')
  const people = [
    ada,
    await app.signIn({ can: STRUCTURE_KEYS, colleagueOf: ada }),
    await app.signIn({ can: STRUCTURE_KEYS, colleagueOf: ada }),
  ]
  const work = people.map(async (person, at) => {
    const act = structureActs(person, randomFrom(SEED + at))
    for (let round = 0; round < howMany(15, 150); round++)
      await Promise.resolve(act()).catch((failure: { status?: number; message?: string }) => {
        if (failure.status === undefined || failure.status >= 500) throw failure
      })
  })
  await Promise.all(work)
  await workOff(app)
  expect(await wrongCounts(app, ada), `seed ${SEED}`).toEqual([])
})
