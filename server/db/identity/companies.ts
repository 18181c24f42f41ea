import type { Identity } from './door.ts'

/** Every company of the installation, for what is done for all of them. */
export const allCompanies = (identity: Identity) =>
  identity.read((db) => db.selectFrom('identity.companies').select(['id', 'name', 'domain']).orderBy('id').execute())
