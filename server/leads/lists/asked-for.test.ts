import { afterAll, describe, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { foldDemand } from '#server/catalogue/product-demand/fold.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { asking, everything, LISTS, owners } from '#server/test/lead-lists.ts'
import { putLine, putProduct } from '#server/test/products.ts'

const app = await startTestApp()
afterAll(() => app.stop())

describe.each(LISTS)('$name', ({ url, status }) => {
  const { ids, badField } = asking(url)

  test('leads are found by what they ask for, in the catalogue or not, with their exact total', async () => {
    const ada = await app.signIn(everything)
    const eve = await app.signIn(everything)
    const [pump, hose] = [await putProduct(app, ada, 'P-1', 'Pump'), await putProduct(app, ada, 'H-1', 'Hose')]
    const both = await putLead(app, ada, owners(status, ada), [])
    for (const product of [pump, hose, pump]) await putLine(app, ada, both, product)
    const unknown = await putLead(app, ada, { ...owners(status, ada), source: 'phone' }, [
      { product_name: 'Ball-valve  DN25', quantity: 1 },
    ])
    const old = await putLead(app, ada, { ...owners(status, ada), created_at: '2025-01-01T00:00:00Z' }, [])
    await putLine(app, ada, old, pump)
    await foldDemand(app.services.tenants, ada.companyId)

    expect(await ids(ada, `product=${pump}&sort=created_at`)).toEqual([both, old])
    expect(await ids(ada, `product=${pump}&asked_in=30`)).toEqual([both])
    expect(await ids(ada, `product=${hose}`)).toEqual([both])
    expect(await ids(ada, `product=unknown`)).toEqual([unknown])
    expect(await ids(ada, `product=unknown,${hose}`)).toEqual([unknown, both])
    expect(await ids(ada, `product=unknown&source=event`)).toEqual([])
    expect(await ids(ada, `product_name=${encodeURIComponent('ball valve dn25')}`)).toEqual([unknown])
    expect((await ada.send('GET', `${url}?product=${pump}&pageSize=10`)).json.pagination.total).toBe(2)
    expect(await ids(eve, `product=${pump}`)).toEqual([])
    expect(await badField(ada, 'product=pump')).toEqual([400, expect.stringContaining('product')])
    expect(await badField(ada, 'asked_in=31')).toEqual([400, 'asked_in'])
  })
})

test('a selection of all leads of a product has those, and no other', async () => {
  const ada = await app.signIn(everything)
  const pump = await putProduct(app, ada, 'P-1', 'Pump')
  const lead = await putLead(app, ada, {}, [])
  await putLine(app, ada, lead, pump)
  await putLead(app, ada, {})

  const { data } = await ada.call(bulk.select, { body: { list: 'marketing', filter: { product: [pump] } } })

  expect(data.count).toBe(1)
})
