import type { Identity } from './door.ts'

/** The company whose link has a token with this digest. */
export const companyOfLink = (identity: Identity, hash: Buffer) =>
  identity.read((db) =>
    db
      .selectFrom('identity.vendor_links')
      .select('company_id as companyId')
      .where('hash', '=', hash)
      .executeTakeFirst(),
  )
