import { expect, test } from 'vitest'
import { layoutOf } from './layout.ts'
import { readEnquiry } from './row.ts'
import { factsAfter, waysOf, type Facts } from './update-plan.ts'

const NONE: Facts = {
  name: 'Yuki',
  name_is_company: null,
  email: 'yuki@mill.example',
  phone: null,
  phone_sent: null,
  further: null,
  company: null,
  job_title: null,
  website: null,
  address: null,
  city: null,
  state: null,
  zip_code: null,
  country: null,
  message: null,
  external_id: null,
}
type Texts = Parameters<typeof layoutOf>[0]
const after = (
  now: Partial<Facts>,
  fields: Texts,
  cells: readonly string[],
  ways = waysOf({ fill: [], leave: [] }),
) => {
  const read = readEnquiry({ row: 2, cells: [...cells] }, layoutOf(fields))
  if (!('item' in read)) throw new Error(read.reasons.map(({ message }) => message).join())
  return Object.fromEntries(
    Object.entries(factsAfter({ ...NONE, ...now }, read.item, ways)).filter(
      ([fact, value]) => JSON.stringify(value) !== JSON.stringify({ ...NONE, ...now }[fact as keyof Facts]),
    ),
  )
}
const PLACE: Texts = ['name', 'email', 'city', 'state', 'country', 'zipCode']

test('a further email that becomes the first changes places with it, and other further ones stay', () => {
  const further = [
    { kind: 'email' as const, label: 'Home', value: 'home@mill.example' },
    { kind: 'phone' as const, label: null, value: '+49301234567' },
  ]

  expect(after({ further }, ['name', 'email'], ['Yuki', 'home@mill.example'])).toEqual({
    email: 'home@mill.example',
    further: [further[1], { kind: 'email', label: null, value: 'yuki@mill.example' }],
  })
})

test('a number without its country is one of the lead’s, and one that can’t be read takes no good one’s place', () => {
  const fields: Texts = ['name', 'email', 'phone']
  const row = ['Yuki', 'yuki@mill.example', '030 901820']

  expect(after({ country: 'DE' }, fields, row)).toEqual({ phone: '+4930901820', phone_sent: '030 901820' })
  expect(after({}, fields, row)).toEqual({ phone_sent: '030 901820' })
  expect(after({ phone: '+4930111111', phone_sent: '030 111111' }, fields, row)).toEqual({})
})

test('equal parts of an address are completed, another place takes its place, and filling never mixes two', () => {
  const berlin = { city: 'Berlin', country: 'DE', zip_code: '10115' }
  const fill = waysOf({ fill: ['address'], leave: [] })
  const completing = ['Yuki', 'yuki@mill.example', 'Berlin', 'Berlin', 'Germany', '']
  const elsewhere = ['Yuki', 'yuki@mill.example', 'Lagos', 'Lagos State', '', '']

  expect(after(berlin, PLACE, completing)).toEqual({ state: 'Berlin' })
  expect(after(berlin, PLACE, completing, fill)).toEqual({ state: 'Berlin' })
  expect(after(berlin, PLACE, elsewhere)).toEqual({ city: 'Lagos', state: 'Lagos State', zip_code: null })
  expect(after(berlin, PLACE, elsewhere, fill)).toEqual({})
  expect(after({ country: 'DE' }, PLACE, elsewhere, fill)).toEqual({ city: 'Lagos', state: 'Lagos State' })
  expect(after(berlin, PLACE, elsewhere, waysOf({ fill: [], leave: ['address'] }))).toEqual({})
})

test('a lead that is called as its company gets the name of a person, and a file without one never takes a name away', () => {
  const named = readEnquiry({ row: 2, cells: ['Ana Ruiz', 'ana@mill.example'] }, layoutOf(['name', 'email']))
  const firm = readEnquiry({ row: 2, cells: ['Mill', 'ana@mill.example'] }, layoutOf(['company', 'email']))
  if (!('item' in named) || !('item' in firm)) throw new Error('Both rows can be stored')
  const fill = waysOf({ fill: ['name'], leave: [] })

  const unnamed = { ...NONE, name: 'Mill', company: 'Mill', name_is_company: true }
  expect(factsAfter(unnamed, named.item, fill)).toMatchObject({ name: 'Ana Ruiz', name_is_company: null })
  expect(factsAfter(NONE, named.item, fill)).toMatchObject({ name: 'Yuki' })
  expect(factsAfter(NONE, firm.item, waysOf({ fill: [], leave: [] }))).toMatchObject({ name: 'Yuki', company: 'Mill' })
})
