import { verify } from '@node-rs/argon2'
import { Client } from 'pg'
import { COMPANIES, DEMO_PASSWORD } from './people.ts'

/**
 * The demo's accounts that have its published password. Those who are deactivated count, since an administrator may let them in
 * again.
 */
export const publishedAccounts = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ email: string; stored: string }>(
    'select email, password_hash as stored from identity.people where email = any($1) and password_hash is not null order by id',
    [ADDRESSES],
  )
  // They were given one hash together: a check takes long, so each is made once.
  const hashes = [...new Set(rows.map(({ stored }) => stored))]
  const published = new Set<string>()
  for (const stored of hashes) if (await verify(stored, DEMO_PASSWORD)) published.add(stored)
  return rows.flatMap(({ email, stored }) => (published.has(stored) ? [email] : []))
}

/** Takes the published password from whoever has it, with their sessions; answers who that was. */
export const lockPublished = (ownerUrl: string): Promise<string[]> =>
  connected(ownerUrl, async (client) => {
    const accounts = await publishedAccounts(client)
    await client.query(
      `with locked as (update identity.people set password_hash = null where email = any($1) returning id)
       update identity.sessions set revoked_at = now(), revoked_why = 'the demo was locked'
       where person_id in (select id from locked) and revoked_at is null`,
      [accounts],
    )
    return accounts
  })

/** Throws, with what to do, while somebody could sign in with the published password. */
export const refusePublished = async (ownerUrl: string): Promise<void> => {
  const accounts = await connected(ownerUrl, publishedAccounts)
  if (accounts.length === 0) return
  throw new Error(
    `these accounts of the demo still have the password that everybody can read: ${accounts.join(', ')}. ` +
      'Run "npm run demo -- --lock" with this configuration, which takes it away from them, or use an empty database.',
  )
}

const ADDRESSES = COMPANIES.flatMap(({ domain, people }) => people.map(({ account }) => `${account}@${domain}`))

const connected = async <T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: ownerUrl, application_name: 'leadroom demo' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
