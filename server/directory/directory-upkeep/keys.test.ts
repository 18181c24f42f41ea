import { expect, test } from 'vitest'
import { companyKey } from './keys.ts'

const SAID = { company: 'Norrvik Pumps AB', country: 'SE' }
const OF_ITS_NAME = { kind: 'name', key: 'norrvik pumps|SE' }

test('a company is known by the domain of its mail, else of its own website, else by its name with the country', () => {
  const both = { ...SAID, email: 'asha@norrvik.example', website: 'https://www.pumps.example/se' }
  expect(companyKey(both, undefined)).toEqual({ kind: 'domain', key: 'norrvik.example' })
  expect(companyKey({ ...both, email: 'asha@gmail.com' }, undefined)).toEqual({ kind: 'domain', key: 'pumps.example' })
  expect(companyKey(SAID, undefined)).toEqual(OF_ITS_NAME)
})

test('a page on a site of others makes nobody their company; mail from there does', () => {
  for (const website of ['linkedin.com/company/norrvik', 'https://www.facebook.com/norrvik', 'https://wa.me/46812345'])
    expect(companyKey({ ...SAID, website }, undefined)).toEqual(OF_ITS_NAME)
  expect(companyKey({ ...SAID, email: 'asha@linkedin.com' }, undefined)).toEqual({
    kind: 'domain',
    key: 'linkedin.com',
  })
})
