import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { productCells } from '#contract/catalogue/product-cells.ts'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { changes } from '#contract/platform/changes.ts'
import type { TestApp, TestPerson } from './app.ts'
import { uploadProducts } from './product-imports.ts'
import { addRequest, bar, setPressure, VENDOR_KEYS, withPump } from './vendor-updates.ts'

/** What somebody was told is stored of a field, of which they had seen one version. */
export interface Told {
  personId: number
  field: string
  value: unknown
  seen: number
  stored: number
}

/** One product and people who write it; what it is added by is no longer the newest that can be undone. */
export const productWriters = async (app: TestApp, clients: number) => {
  const { person: ada, product } = await withPump(app)
  await setPressure(ada, product.id, '11')
  const people = [ada]
  while (people.length < clients)
    people.push(await app.signIn({ can: [...VENDOR_KEYS, 'changes_undo_others'], colleagueOf: ada }))
  return { ada, people, product }
}

/** Acts of somebody on the product, by one of the ways that there are; what they are told is kept in `told`. */
export const writesOf = (person: TestPerson, id: number, random: () => number, told: Told[]) => {
  const ways = {
    async form(version: number) {
      const pressure = bar(randomPressure(random))
      const { data } = await person.call(masterProducts.update, {
        params: { id },
        body: { attributes: { pressure }, version },
      })
      told.push({ personId: person.id, field: 'pressure', value: pressure, seen: version, stored: data.version })
    },
    async name(version: number) {
      const name = `Pump ${random()}`
      const { data } = await person.call(masterProducts.update, { params: { id }, body: { name, version } })
      told.push({ personId: person.id, field: 'name', value: name, seen: version, stored: data.version })
    },
    async grid(version: number) {
      const [value, brand] = [bar(randomPressure(random)), `Brand ${Math.floor(random() * 5)}`]
      const { rows } = (
        await person.call(productCells.save, {
          body: {
            cells: [
              { id, version, field: 'attributes.pressure', value },
              { id, version, field: 'brand', value: brand },
            ],
          },
        })
      ).data
      const [row] = rows
      if (row?.outcome !== 'saved') throw refusedBy(row?.outcome)
      const how = { personId: person.id, seen: version, stored: row.version ?? 0 }
      told.push({ ...how, field: 'pressure', value }, { ...how, field: 'brand', value: brand })
    },
    async bulk() {
      const { data: selection } = await person.call(productBulk.select, { body: { ids: [id] } })
      const material = random() < 0.5 ? 'brass' : 'steel'
      const set = [{ field: 'attributes.material', op: 'set' as const, value: material }]
      await person.call(productBulk.edit, { body: { selection: selection.id, changes: set } })
    },
    async import() {
      const { id: file, columns } = await uploadProducts(person, `Code;Pressure\nDP-1;${randomPressure(random)} bar\n`)
      await person.call(productImports.check, { body: { id: file, fields: columns.map(({ field }) => field) } })
      const stateNow = async () => (await person.call(productImports.read, { params: { id: file } })).data.state
      while ((await stateNow()) !== 'ready') await new Promise((resolve) => setTimeout(resolve, 50))
      await person.call(productImports.start, { body: { id: file } })
    },
    async vendor() {
      const fields = { 'attributes.pressure': bar(randomPressure(random)) }
      const request = await addRequest(person, id, fields, `Vendor ${random()}`)
      await person.call(vendorUpdates.setStatus, { body: { id: request.id, status: 'approved' } })
    },
    async restore(version: number) {
      const change = (await newest())?.id ?? 0
      await person.call(masterProducts.restore, { body: { id, change, field: 'attributes.pressure', version } })
    },
    async undo() {
      await person.call(changes.undo, { body: { changeSet: (await newest())?.change_set ?? '' } })
    },
  }
  const newest = async () =>
    (await person.call(masterProducts.activity, { params: { id }, query: { limit: 1 } })).data[0]
  const names = Object.keys(ways) as (keyof typeof ways)[]
  return async () => {
    const way = names[Math.floor(random() * names.length)] ?? 'form'
    const { version } = (await person.call(masterProducts.details, { params: { id } })).data
    await ways[way](version)
    return way
  }
}

const randomPressure = (random: () => number) => String(1 + Math.floor(random() * 90))
const refusedBy = (outcome: string | undefined) => Object.assign(new Error(`${outcome}`), { status: 409 })

interface Step {
  field: string
  old: unknown
  new: unknown
  version: number
  personId: number
  act: string
  undone: boolean
}

/** The history of the product has each value that it has had, and all that people were told; how many steps those are. */
export const expectNothingLost = async (app: TestApp, { companyId }: TestPerson, id: number, told: readonly Told[]) => {
  const steps: Step[] = await app.sql(
    companyId,
    `select case c.entity when 'products' then f.key else a.code end as field, f.value -> 0 as old, f.value -> 1 as new, c.version,
       c.actor_id::int as "personId", c.act, c.channel = 'undo' as undone
     from changes c cross join lateral jsonb_each(c.fields) f
     left join product_values v on c.entity = 'product_values' and v.company_id = c.company_id and v.id = c.entity_id
     left join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id
     where c.company_id = $1 and c.root = 'products' and c.root_id = $2
       and (c.entity = 'products' or c.entity = 'product_values' and f.key = 'value') order by c.id`,
    [companyId, id],
  )
  const byField = Map.groupBy(steps, ({ field }) => field)
  for (const [field, each] of byField)
    for (const [at, { old }] of each.entries())
      if (at > 0) expect({ field, at, is: old }).toEqual({ field, at, is: each[at - 1]?.new })
  for (const { personId, field, value, seen, stored } of told) {
    const each = byField.get(field) ?? []
    const then = each.findLast(({ version }) => version <= seen)
    const last = each.findLast(({ version }) => version <= stored)
    // What is as it was seen is not written: it stays what another makes of it.
    if (isDeepStrictEqual(then?.new, value)) continue
    const what = { personId, field, seen, stored }
    expect({ ...what, is: last?.new }).toEqual({ ...what, is: value })
    // What they have changed is what they had seen: otherwise they went over what another has made of it.
    if (last && last.version > seen && last.personId === personId && PEOPLE.has(last.act))
      expect({ ...what, was: last.old ?? null }).toEqual({ ...what, was: then?.new ?? null })
  }
  const stored = await app.sql(
    companyId,
    `select a.code, v.value, v.source from product_values v
     join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id where v.company_id = $1 and v.product_id = $2`,
    [companyId, id],
  )
  for (const { code, value, source } of stored) {
    const last = byField.get(code)?.at(-1)
    expect({ code, value }).toEqual({ code, value: last?.new })
    if (last && !last.undone) expect({ code, source }).toEqual({ code, source: SOURCES.get(last.act) ?? 'person' })
  }
  const [row] = await app.sql(
    companyId,
    `select p.required_count = n.required and p.filled_count = n.filled as counted, p.name, p.brand
     from products p, lateral (select * from product_counts(array[p.id])) n where p.company_id = $1 and p.id = $2`,
    [companyId, id],
  )
  const now = (field: string) => byField.get(field)?.at(-1)?.new ?? null
  expect(row).toEqual({ counted: true, name: now('name'), brand: now('brand') })
  return steps.length
}

const PEOPLE = new Set(['master-products.update', 'product-cells.save'])
const SOURCES = new Map([
  ['product-bulk.edit', 'bulk'],
  ['product-imports.run', 'import'],
  ['vendor-updates.setStatus', 'vendor'],
])
