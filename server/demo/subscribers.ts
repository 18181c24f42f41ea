import type { Client } from 'pg'
import { addressesOf } from '#server/content/subscribers/addresses.ts'
import { WORDING } from '#server/content/subscribing/receive.ts'
import type { Staffed } from './companies.ts'
import { changeOf, type Act, type Row } from './history.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person, SYSTEM } from './world.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** Of the company that has a blog, and of any other. */
const SUBSCRIBERS = { blog: 3_000, other: 120 }

type Names = readonly [string, ...string[]]
const FIRST: Names = [
  'Ingrid',
  'Maren',
  'Kenji',
  'Paolo',
  'Anna',
  'Thabo',
  'Claire',
  'Stefan',
  'Joana',
  'Priya',
  'Wei',
  'Omar',
  'Lucía',
  'Hugo',
  'Aisha',
  'Marta',
  'Jonas',
  'Elif',
  'Tomás',
  'Grace',
]
const LAST: Names = [
  'Solheim',
  'Olsen',
  'Takeda',
  'Marchetti',
  'Kowalska',
  'Mbeki',
  'Dubois',
  'Petrov',
  'Almeida',
  'Sharma',
  'Chen',
  'Haddad',
  'Romero',
  'Laurent',
  'Khan',
  'Nowak',
  'Becker',
  'Demir',
  'Silva',
  'Hughes',
]
const FIRMS: Names = [
  'nordvik',
  'fjordprocess',
  'sakuralabs',
  'northgatedairy',
  'rossipaints',
  'bluerival',
  'alqahtanidairy',
  'durbanwater',
  'atelierdubois',
  'novakfoundry',
  'almeidaagro',
  'harbourpumps',
]
const STATUSES = [
  ['subscribed', 830],
  ['unsubscribed', 88],
  ['unconfirmed', 30],
  ['bounced', 33],
  ['complained', 8],
  ['blocked', 11],
] as const
const SOURCES = [
  ['website_form', 62],
  ['import', 22],
  ['contact_us', 8],
  ['manual', 5],
  ['registration', 3],
] as const
const DECLARATION = 'These people agreed at our stand of the process technology fair, on the sign-up sheet.'

interface Made {
  rows: Row[]
  consents: Row[]
  changes: Row[]
}

/** Subscribers in every state, each with what they agreed to and took back. */
export const storeSubscribers = async (
  client: Client,
  random: Random,
  { companyId, company, staff }: Staffed,
  { formId, secret, start, now }: { formId: number; secret: string; start: number; now: number },
) => {
  const many = company.hasBlog ? SUBSCRIBERS.blog : SUBSCRIBERS.other
  const addresses = addressesOf({ secret })
  const by = staff.get('manager') ?? 0
  const { rows: ids } = await client.query<{ id: string }>(
    `select nextval('newsletter_subscribers_id_seq') as id from generate_series(1, $1)`,
    [many],
  )
  const made: Made = { rows: [], consents: [], changes: [] }
  // They come in the order of their numbers.
  const times = ids
    .map(() => start - 200 * DAY + random.next() * (now - start + 200 * DAY))
    .sort((one, other) => one - other)
  for (const [at, { id }] of ids.entries()) {
    const subscriber = { companyId, id: Number(id), at, formId, by, now, created: times[at] ?? now }
    live(made, random, (email) => addresses.hash(email).toString('hex'), subscriber)
  }
  await storeRows(client, companyId, {
    newsletter_subscribers: made.rows,
    newsletter_consents: made.consents,
    changes: made.changes,
  })
}

interface Beginning {
  companyId: number
  id: number
  /** Which of them it is. */
  at: number
  formId: number
  by: number
  created: number
  now: number
}

/** What one of them did from the first day on. */
const live = (
  made: Made,
  random: Random,
  hash: (email: string) => string,
  { companyId, id, at, formId, by, created, now }: Beginning,
) => {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)]
  const email = `${first[0]}.${last}${at}@${random.pick(FIRMS)}.example`
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
  const source = random.weighted(SOURCES)
  // Who has not confirmed for long is forgotten.
  const young = now - created < 28 * DAY
  const drawn = random.weighted(STATUSES)
  const status =
    source === 'import' && drawn === 'unconfirmed'
      ? 'subscribed'
      : drawn === 'unconfirmed' && !young
        ? 'subscribed'
        : drawn
  const imported = source === 'import'
  const confirmed = Math.min(now - MINUTE, created + random.between(2, 600) * MINUTE)
  const ended = confirmed + random.next() * (now - confirmed)

  const base: Row = {
    company_id: companyId,
    id,
    email,
    name: random.chance(0.85) ? `${first} ${last}` : '',
    locale: random.chance(0.3) ? random.pick(['en-GB', 'de-DE', 'fr-FR', 'en-IN']) : null,
    note: '',
    status: imported ? 'subscribed' : 'unconfirmed',
    status_source: imported ? 'import' : source === 'manual' ? 'staff' : 'form',
    status_reason: '',
    blocked_from: null,
    source,
    form_id: source === 'website_form' ? formId : null,
    confirmed_at: imported ? iso(created) : null,
    unsubscribed_at: null,
    hard_bounces: 0,
    soft_bounces: status === 'subscribed' && random.chance(0.04) ? random.between(1, 3) : 0,
    last_bounce_at: null,
    erased_at: null,
    created_at: iso(created),
    updated_at: iso(created),
    status_at: iso(created),
    version: 1,
  }
  const salt = () => random.hex(16)
  let row = base
  const become = (then: number, act: Act, changes: Row) => {
    const next: Row = {
      ...row,
      ...changes,
      status_at: iso(then),
      updated_at: iso(then),
      version: Number(row['version']) + 1,
    }
    const change = changeOf('newsletter_subscribers', row, next, act, salt)
    if (change) made.changes.push(change)
    row = next
  }
  const agree = (what: string, then: number, more: Row = {}) =>
    made.consents.push({
      company_id: companyId,
      subscriber_id: id,
      email_hash: `\\x${hash(email)}`,
      what,
      ...NO_PROOF,
      at: iso(then),
      ...more,
    })
  const byPerson = source === 'manual' || imported
  const added = changeOf(
    'newsletter_subscribers',
    undefined,
    base,
    actAt(
      { random },
      created,
      byPerson ? person(by) : SYSTEM,
      source === 'manual' ? 'subscribers.add' : imported ? 'subscriber-imports.run' : 'subscribing.subscribe',
    ),
    salt,
  )
  if (added) made.changes.push(added)
  if (imported)
    agree('imported', created, { wording: DECLARATION, proof: `fair-sign-ups.csv, row ${at + 2}`, person_id: by })
  else if (source === 'manual') agree('asked', created, { person_id: by })
  else
    agree('asked', created, {
      wording: WORDING,
      form_id: source === 'website_form' ? formId : null,
      page_url: 'https://www.halden.example/blog',
      ...seenBy(random),
    })
  if (status === 'unconfirmed') return void made.rows.push(row)

  if (!imported) {
    become(confirmed, actAt({ random }, confirmed, SYSTEM, 'subscribing.confirm'), {
      status: 'subscribed',
      status_source: 'page',
      confirmed_at: iso(confirmed),
    })
    agree('confirmed', confirmed, { wording: 'Confirmed by the link in the mail', ...seenBy(random) })
  }
  const act = (name: string, doer = SYSTEM) => actAt({ random }, ended, doer, name)
  switch (status) {
    case 'unsubscribed': {
      const source = random.chance(0.7) ? 'one_click' : 'page'
      become(ended, act('subscribing.unsubscribe'), { status, status_source: source, unsubscribed_at: iso(ended) })
      agree('unsubscribed', ended, {
        wording: source === 'page' ? 'Unsubscribe' : 'List-Unsubscribe=One-Click',
        ...seenBy(random),
      })
      break
    }
    case 'subscribed':
      break
    case 'bounced':
      become(ended, act('bounces.receive'), {
        status,
        status_source: 'bounce',
        hard_bounces: 1,
        last_bounce_at: iso(ended),
      })
      break
    case 'complained':
      become(ended, act('bounces.receive'), { status, status_source: 'feedback' })
      break
    case 'blocked':
      become(ended, act('subscribers.update', person(by)), {
        status,
        status_source: 'staff',
        status_reason: random.pick(['A competitor', 'Asked by phone to be left alone', 'A test address']),
        blocked_from: 'subscribed',
      })
      agree('blocked', ended, { person_id: by })
      break
  }
  made.rows.push(row)
}

/** From where they came, as far as it is kept. */
const seenBy = (random: Random) => ({
  network: `${random.pick(['203.0.113', '198.51.100', '192.0.2'])}.0/24`,
  user_agent: random.pick(['Firefox', 'Chrome', 'Safari', 'Edge']),
})

const NO_PROOF = {
  wording: '',
  form_id: null,
  page_url: null,
  network: null,
  user_agent: null,
  proof: '',
  person_id: null,
}
