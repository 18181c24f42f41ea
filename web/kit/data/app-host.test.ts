import { expect, test } from 'vitest'
import { appHostUrl, parentHost } from './app-host.ts'

const HOSTS: readonly [string, string | undefined][] = [
  ['localhost', undefined],
  ['crm.localhost', undefined],
  ['a.b.localhost', undefined],
  ['127.0.0.1', undefined],
  ['10.1.2.3', undefined],
  ['192.168.178.20', undefined],
  ['[::1]', undefined],
  ['::1', undefined],
  ['firm.com', undefined],
  ['intranet', undefined],
  ['firm.co', undefined],
  ['crm.firm.com', 'app.firm.com'],
  ['CRM.Firm.COM', 'app.firm.com'],
  ['crm.firm.com.', 'app.firm.com'],
  ['crm.eu.firm.com', 'app.firm.com'],
  ['a.b.c.firm.io', 'app.firm.io'],
  ['leads.company.org', 'app.company.org'],
  ['leads.company.net', 'app.company.net'],
  ['crm.company.de', 'app.company.de'],
  ['crm.company.fr', 'app.company.fr'],
  ['crm.firm.dev', 'app.firm.dev'],
  ['crm.xn--mller-kva.de', 'app.xn--mller-kva.de'],
  ['crm.firm.co.uk', 'app.firm.co.uk'],
  ['a.crm.firm.co.uk', 'app.firm.co.uk'],
  ['firm.co.uk', undefined],
  ['crm.firm.com.ar', 'app.firm.com.ar'],
  ['firm.com.ar', undefined],
  ['crm.firm.com.au', 'app.firm.com.au'],
  ['crm.firm.co.in', 'app.firm.co.in'],
  ['crm.firm.co.jp', 'app.firm.co.jp'],
  ['crm.firm.ne.jp', 'app.firm.ne.jp'],
  ['crm.firm.org.br', 'app.firm.org.br'],
  ['crm.school.nz.school.nz', 'app.nz.school.nz'],
  ['firm.gouv.fr', undefined],
  ['crm.bmw.de', 'app.bmw.de'],
  ['someone.github.io', undefined],
  ['crm.someone.github.io', 'app.someone.github.io'],
  ['leadroom.herokuapp.com', undefined],
  ['leadroom.pages.dev', undefined],
  ['preview.leadroom.vercel.app', 'app.leadroom.vercel.app'],
  ['firm.uk.com', undefined],
  ['crm.firm.uk.com', 'app.firm.uk.com'],
]

test.each(HOSTS)('%s signs in at %s', (hostname, expected) => {
  expect(parentHost(hostname)).toBe(expected)
})

const at = (url: string) => new URL(url)

test('without a parent host the own sign-in page serves, port and scheme kept', () => {
  expect(appHostUrl(at('http://localhost:3000/marketing/all_leads'))).toBe('http://localhost:3000/app')
  expect(appHostUrl(at('http://127.0.0.1:3000/'))).toBe('http://127.0.0.1:3000/app')
})

test('a parent host opens its dashboard', () => {
  expect(appHostUrl(at('https://crm.firm.com/'))).toBe('https://app.firm.com/dashboard')
})

test('what the server configures wins over the rule', () => {
  const crm = at('https://crm.firm.co.uk/')

  expect(appHostUrl(crm, 'app.firm.co.uk')).toBe('https://app.firm.co.uk/dashboard')
  expect(appHostUrl(crm, 'https://login.firm.co.uk/home')).toBe('https://login.firm.co.uk/home')
  expect(appHostUrl(crm, '/app')).toBe('https://crm.firm.co.uk/app')
})
