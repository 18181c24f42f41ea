import type { Identity } from './door.ts'

/** The company whose site has a key with this digest. */
export const companyOfSite = (identity: Identity, hash: Buffer) =>
  identity.read((db) =>
    db.selectFrom('identity.site_keys').select('company_id as companyId').where('hash', '=', hash).executeTakeFirst(),
  )
