import { afterAll, expect, test } from 'vitest'
import { lookups } from '#contract/leads/lookups.ts'
import { startTestApp } from '#server/test/app.ts'
import { LIST_KEYS, putLead } from '#server/test/journey.ts'
import { putProducts } from '#server/test/products.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('countries are sorted by their names, which are shown, not by their codes', async () => {
  const ada = await app.signIn({ can: [...LIST_KEYS] })
  const byName = ['AT', 'DE', 'GR', 'ES', 'CH']
  for (const country of [...byName.toSorted(), null]) await putLead(app, ada, { country })
  const stranger = await app.signIn({ can: [...LIST_KEYS] })
  await putLead(app, stranger, { country: 'FR' })

  const sorted = async (order: string) => {
    const { json } = await ada.send('GET', `/marketing/marketing_leads_list?sort=country&order=${order}`)
    return json.data.map((lead: { country: string | null }) => lead.country)
  }
  expect(await sorted('asc')).toEqual([...byName, null])
  expect(await sorted('desc')).toEqual([...byName.toReversed(), null])
})

test('products and their categories come as words', async () => {
  const ada = await app.signIn({ can: ['qa_auto_assign_list', 'marketing_leads_list'] })
  const names = ['Ventil', 'Öler', 'hose', 'Pump', 'Ort']
  await putProducts(app, ada, ...names.map((name, place) => ({ code: `C${place}`, name, category: name })))
  const { data } = await ada.call(lookups.products, { query: {} })
  const sorted = ['hose', 'Öler', 'Ort', 'Pump', 'Ventil']
  expect(data.map(({ name }) => name)).toEqual(sorted)
  expect((await ada.call(lookups.productCategories, {})).data).toEqual(sorted)
})

test('people are sorted as words: upper and lower case alike, accents beside their letter', async () => {
  const ada = await app.signIn({
    can: ['marketing_leads_assign_to_staff', 'qa_auto_assign_list', 'qa_auto_assign_add', 'people_manage'],
    name: 'Anna',
  })
  const people = [ada]
  for (const name of ['Zoe', 'Özdemir', 'adidas', 'Berta', 'Ottmar'])
    people.push(
      await app.signIn({ colleagueOf: ada, name, can: ['assigned_leads_edit_status', 'assigned_leads_list'] }),
    )
  await app.signIn({ name: 'Cleo' })
  for (const { id } of people.slice(1)) await ada.send('POST', '/marketing/add_auto_assign_QA', { sid: id })

  const namesOf = async (path: string) => {
    const { json } = await ada.send('GET', path)
    return json.data.map(({ name }: { name: string }) => name)
  }
  const sorted = ['adidas', 'Anna', 'Berta', 'Ottmar', 'Özdemir', 'Zoe']
  expect(await namesOf('/marketing/all-staff')).toEqual(sorted)
  expect(await namesOf('/marketing/get_qa_autoassign_list?sortField=name&sortOrder=asc')).toEqual(
    sorted.filter((name) => name !== 'Anna'),
  )
  expect(await namesOf('/api/v1/people/?sort=name&order=desc')).toEqual(sorted.toReversed())
})
