import type { Identity } from './door.ts'

/** The company whose preview link has a token with this digest. */
export const companyOfPreview = (identity: Identity, hash: Buffer) =>
  identity.read((db) =>
    db
      .selectFrom('identity.preview_links')
      .select('company_id as companyId')
      .where('hash', '=', hash)
      .executeTakeFirst(),
  )
