import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, type Environment, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'leadroom-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const GOOD_SECRET = 'q8Zr2vXn5LtW9yBk3MdJ7hGf4CsPa6Ue1RoYxTiN'
const atHome = { LEADROOM_DATA: join(folder, 'data') }
const inProduction = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://leads:x7Kq2mW9@db.firm.example/leads',
  LEADROOM_SECRET: GOOD_SECRET,
  PUBLIC_URL: 'https://leads.firm.example',
}

function mistakesOf(env: Environment): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
}

test('with nothing set it serves this machine alone, with demo people and the embedded database', () => {
  expect(readConfig(atHome)).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    trustProxy: 0,
    logLevel: 'info',
    demo: true,
    location: undefined,
  })
})

test('outside production a secret is made once, for its owner alone', () => {
  const first = readConfig(atHome).secret
  const file = join(folder, 'data', 'secret')

  expect(first.length).toBeGreaterThanOrEqual(32)
  expect(readConfig(atHome).secret).toBe(first)
  expect(readFileSync(file, 'utf8')).toBe(first)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test.each([
  ['that is empty', '', /secret has 0 characters.* Restore it from a copy, or delete it/],
  ['of three letters', 'abc\n', /secret has 3 characters/],
  ['that was cut off', GOOD_SECRET.slice(0, 31), /secret has 31 characters/],
  ['that repeats itself', 'ab'.repeat(32), /secret repeats itself/],
])('a kept secret %s is refused like one of the variable, and left as it is', (_, text, sentence) => {
  const data = mkdtempSync(join(folder, 'kept-'))
  writeFileSync(join(data, 'secret'), text)

  expect(mistakesOf({ LEADROOM_DATA: data })).toEqual([expect.stringMatching(sentence)])
  expect(readFileSync(join(data, 'secret'), 'utf8')).toBe(text)
})

test('with the demo’s people it listens where this machine alone reaches it', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.9', '::1', 'localhost'])
    expect(readConfig({ ...atHome, HOST })).toMatchObject({ host: HOST, demo: true })
  for (const HOST of ['0.0.0.0', '::', '192.168.1.20', '[::1]', '127.1', 'leads.firm.example', '::ffff:10.0.0.1']) {
    const [mistake, ...others] = mistakesOf({ ...atHome, HOST })
    expect(mistake).toMatch(/^HOST is .*the demo.* Set LEADROOM_DEMO=off, or remove HOST\.$/)
    expect([mistake?.startsWith(`HOST is ${HOST},`), others]).toEqual([true, []])
    expect(readConfig({ ...atHome, HOST, LEADROOM_DEMO: 'off' })).toMatchObject({ host: HOST, demo: false })
  }
})

test('a sound production configuration starts, without demo people', () => {
  const config = readConfig({
    ...inProduction,
    LEADROOM_BASE_DOMAINS: 'firm.example, Other.Example',
    SMTP_URL: 'smtps://mail.firm.example',
    MAIL_FROM: 'Leads <leads@firm.example>',
    TRUST_PROXY: '1',
  })

  expect(config).toMatchObject({
    production: true,
    demo: false,
    secret: GOOD_SECRET,
    publicUrl: 'https://leads.firm.example',
    baseDomains: ['firm.example', 'other.example'],
    trustProxy: 1,
  })
})

test('a database behind a local socket is an address too', () => {
  expect(
    readConfig({ ...atHome, DATABASE_URL: 'postgresql://leads@/leads?host=%2Frun%2Fpostgresql' }).databaseUrl,
  ).toContain('@/leads')
})

describe('production refuses to start', () => {
  const refused: [title: string, change: Environment, sentence: RegExp][] = [
    ['with demo people', { LEADROOM_DEMO: 'on' }, /^LEADROOM_DEMO is on/],
    ['without a secret', { LEADROOM_SECRET: undefined }, /^LEADROOM_SECRET is missing/],
    ['with a short secret', { LEADROOM_SECRET: 'q8Zr2vXn5LtW' }, /^LEADROOM_SECRET has 12 characters/],
    [
      'with a secret out of an example',
      { LEADROOM_SECRET: 'change-me-change-me-q8Zr2vXn5LtW9yBk3' },
      /^LEADROOM_SECRET is a published example/,
    ],
    ['with a secret that repeats itself', { LEADROOM_SECRET: 'ab'.repeat(32) }, /^LEADROOM_SECRET repeats/],
    ['with a log that shows what people send', { LOG_LEVEL: 'debug' }, /^LOG_LEVEL is debug/],
    ['with a trace log', { LOG_LEVEL: 'trace' }, /^LOG_LEVEL is trace/],
    ['on the embedded database', { DATABASE_URL: undefined }, /^DATABASE_URL is missing/],
    [
      'with a guessable database password',
      { DATABASE_URL: 'postgres://leads:postgres@db/leads' },
      /^DATABASE_URL has .* guessable/,
    ],
    ['without a public address', { PUBLIC_URL: undefined }, /^PUBLIC_URL is missing/],
    ['on plain http', { PUBLIC_URL: 'http://leads.firm.example' }, /^PUBLIC_URL uses plain http/],
    [
      'with tokens sent over plain http',
      { GLOBAL_API_URL: 'http://api.firm.example' },
      /^GLOBAL_API_URL uses plain http/,
    ],
  ]
  test.each(refused)('%s', (_, change, sentence) => {
    expect(mistakesOf({ ...inProduction, ...change })).toEqual([expect.stringMatching(sentence)])
  })
})

describe('any start is refused', () => {
  const refused: [title: string, change: Environment, sentence: RegExp][] = [
    ['when the port is no number', { PORT: '80a' }, /^PORT is "80a"/],
    ['when the port is too high', { PORT: '65536' }, /^PORT is "65536"/],
    ['when the environment is misspelt, which would pass for development', { NODE_ENV: 'prod' }, /^NODE_ENV is "prod"/],
    ['when every proxy is trusted', { TRUST_PROXY: 'true' }, /^TRUST_PROXY is "true"/],
    ['when a setting is misspelt', { LEADROOM_SECRETS: GOOD_SECRET }, /^LEADROOM_SECRETS is not a Leadroom setting/],
    [
      'when the database is no address',
      { DATABASE_URL: 'mysql://a:geheim@b/c' },
      /^DATABASE_URL is not an address that begins with postgres:/,
    ],
    [
      'when the direct address stands alone',
      { DATABASE_DIRECT_URL: 'postgres://a@b/c' },
      /^DATABASE_DIRECT_URL is set without/,
    ],
    [
      'when the public address has a path',
      { PUBLIC_URL: 'https://firm.example/leads' },
      /^PUBLIC_URL must be an origin/,
    ],
    [
      'when the base domain belongs to everybody',
      { LEADROOM_BASE_DOMAINS: 'co.uk' },
      /^LEADROOM_BASE_DOMAINS has "co.uk"/,
    ],
    [
      'when the public address is outside the base domains',
      { LEADROOM_BASE_DOMAINS: 'firm.example', PUBLIC_URL: 'https://crm.evil.example' },
      /^PUBLIC_URL is at crm.evil.example/,
    ],
    [
      'when the location service lacks its token',
      { LOCATION_URL: 'https://geo.example' },
      /^LOCATION_URL and LOCATION_TOKEN/,
    ],
    ['when no mail could ever go out', { MAIL_PER_MINUTE: '0' }, /^MAIL_PER_MINUTE is 0/],
    ['when no connection may be opened for mails', { MAIL_CONNECTIONS: '0' }, /^MAIL_CONNECTIONS is 0/],
    [
      'when bounces go to no domain',
      { MAIL_BOUNCE_DOMAIN: 'bounces@firm.example' },
      /^MAIL_BOUNCE_DOMAIN is "bounces@firm/,
    ],
    [
      'for a network that opens everything',
      { LEADROOM_FETCH_ALSO: '0.0.0.0/0' },
      /^LEADROOM_FETCH_ALSO has "0\.0\.0\.0\/0", which/,
    ],
    [
      'for networks by name',
      { LEADROOM_FETCH_ALSO: '10.2.0.0/16, wiki.internal' },
      /^LEADROOM_FETCH_ALSO has "wiki\.internal", which/,
    ],
    ['when a DKIM key lacks its selector', { MAIL_DKIM_DOMAIN: 'firm.example' }, /^MAIL_DKIM_DOMAIN, .* go together/],
    [
      'when the DKIM key is not there',
      { MAIL_DKIM_DOMAIN: 'firm.example', MAIL_DKIM_SELECTOR: 'a', MAIL_DKIM_KEY_FILE: '/nowhere/key.pem' },
      /^MAIL_DKIM_KEY_FILE is \/nowhere\/key.pem, which cannot be read/,
    ],
    ['when mails lack a sender', { SMTP_URL: 'smtp://mail' }, /^MAIL_FROM is missing/],
    ['when the demo switch is neither on nor off', { LEADROOM_DEMO: 'maybe' }, /^LEADROOM_DEMO is "maybe"/],
    ['when a chosen secret is weak', { LEADROOM_SECRET: 'short' }, /^LEADROOM_SECRET has 5/],
  ]
  test.each(refused)('%s', (_, change, sentence) => {
    expect(mistakesOf({ ...atHome, ...change })).toEqual([expect.stringMatching(sentence)])
  })
})

test('all mistakes are told at once, and none shows a password', () => {
  const mistakes = mistakesOf({
    NODE_ENV: 'production',
    PORT: 'x',
    DATABASE_URL: 'mysql://a:geheim@b/c',
    LOG_LEVEL: 'loud',
  })

  expect(mistakes.length).toBeGreaterThanOrEqual(5)
  expect(mistakes.join()).not.toContain('geheim')
})
