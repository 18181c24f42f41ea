import type { Identity } from './door.ts'

/** The company and form that a key's digest stands for. */
export const formOfKey = (identity: Identity, hash: Buffer) =>
  identity.read((db) =>
    db
      .selectFrom('identity.form_keys')
      .select(['company_id as companyId', 'form_id as formId'])
      .where('hash', '=', hash)
      .executeTakeFirst(),
  )
