import type { Identity } from './door.ts'

/** The company that has a picture with this key. */
export const companyOfPicture = (identity: Identity, key: string) =>
  identity.read((db) =>
    db.selectFrom('identity.picture_keys').select('company_id as companyId').where('key', '=', key).executeTakeFirst(),
  )
