import { afterAll, expect, test } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp } from '#server/test/app.ts'
import { withValves } from '#server/test/catalogue.ts'
import { refusal } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('what only one product may have is free once that product is deleted, and its undo names who has it now', async () => {
  const { person: ada, valves } = await withValves(app)
  const body = { category_id: valves.id, attributes: { serial: 'SN-7' } }
  const { data: first } = await ada.call(masterProducts.add, { body: { ...body, name: 'Hose', code: 'HO-1' } })
  await ada.call(masterProducts.remove, { body: { id: first.id, version: first.version } })
  const { data: second } = await ada.call(masterProducts.add, { body: { ...body, name: 'Seal', code: 'SE-1' } })
  const [removed] = await app.sql(
    ada.companyId,
    `select change_set from changes where root = 'products' and root_id = $1 order by id desc limit 1`,
    [first.id],
  )
  const undo = () => ada.call(changes.undo, { body: { changeSet: removed!.change_set } })

  await expect(undo()).rejects.toThrow('Serial SN-7 belongs to Seal now.')
  await ada.call(masterProducts.update, {
    params: { id: second.id },
    body: { version: second.version, attributes: { serial: null } },
  })
  await undo()

  const again = { params: { id: second.id }, body: { version: second.version + 1, attributes: { serial: 'sn-7' } } }
  expect(await refusal(ada.call(masterProducts.update, again))).toMatchObject({
    code: 'taken',
    message: 'Serial is already used by HO-1 Hose.',
  })
  expect(
    await app.sql(ada.companyId, 'select product_id, unique_key from product_values where filled and company_id = $1', [
      ada.companyId,
    ]),
  ).toEqual([{ product_id: first.id, unique_key: 'sn-7' }])
})

test('of people who add the same code at once one is first, and the others are told whose it is', async () => {
  const { person: ada } = await withValves(app)
  const outcomes = await Promise.allSettled(
    ['One', 'Two', 'Three', 'Four'].map((name) => ada.call(masterProducts.add, { body: { name, code: 'SAME-1' } })),
  )

  const [kept] = await app.sql(ada.companyId, `select name from products where company_id = $1 and code = 'SAME-1'`, [
    ada.companyId,
  ])
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(failed).toHaveLength(3)
  for (const { failure } of failed)
    expect(failure).toMatchObject({ code: 'taken', message: `The code SAME-1 belongs to ${kept!.name}.` })
})

test('of people who give two products the same code at once one is first, and the other is told whose it is', async () => {
  const { person: ada, product } = await withValves(app)
  const { data: other } = await ada.call(masterProducts.add, { body: { name: 'Hose', code: 'HP-1001' } })
  const outcomes = await Promise.allSettled(
    [product.id, other.id].map((id) => ada.call(masterProducts.update, { params: { id }, body: { code: 'SAME-2' } })),
  )

  const kept = await app.sql(ada.companyId, `select name from products where company_id = $1 and code = 'SAME-2'`, [
    ada.companyId,
  ])
  expect(kept).toHaveLength(1)
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(failed).toHaveLength(1)
  expect(failed[0].failure).toMatchObject({ code: 'taken', message: `The code SAME-2 belongs to ${kept[0].name}.` })
})
