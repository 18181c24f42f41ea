import type { Client } from 'pg'
import { deriveKey, keyedDigest } from '#server/kit/secrets.ts'
import type { Staffed } from './companies.ts'
import { changeOf } from './history.ts'
import { nextId } from './next-id.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

/** The company’s blog, open to readers by a key that everybody can read. */
export const openSite = async (
  client: Client,
  random: Random,
  { companyId, company, staff }: Staffed,
  secret: string,
  at: number,
) => {
  const by = staff.get('admin') ?? 0
  const row = {
    company_id: companyId,
    id: await nextId(client, 'sites'),
    name: `${company.name}: notes from the field`,
    site_url: '',
    allowed_origins: [],
    postal_address: `${company.name}\n1 Mill Lane\nLeeds LS1 4AP`,
    publisher_name: '',
    publisher_logo_id: null,
    default_og_image_id: null,
    locale: 'en',
    feed_size: 20,
    status: 'on',
    key: company.siteKey,
    key_made_by: by,
    key_made_at: iso(at),
    created_at: iso(at),
    updated_at: iso(at),
    version: 1,
  }
  const change = changeOf('sites', undefined, row, actAt({ random }, at, person(by), 'site.makeKey'), () =>
    random.hex(16),
  )
  await storeRows(client, companyId, { sites: [row], changes: change ? [change] : [] })
  await client.query(
    'insert into identity.site_keys (hash, company_id) values ($1, $2) on conflict (hash) do nothing',
    [keyedDigest(deriveKey(secret, 'site-key'), company.siteKey), companyId],
  )
}
