import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Actor } from '../tenant.ts'
import type { Identity } from './door.ts'

/** What a parent app tells of a person in a company; both are kept under the parent's own ids. */
export interface Told {
  person: {
    id: number
    email: string
    first_name: string
    last_name: string
    image_url: string | null
    is_superuser: boolean
    user_type: string | null
    country_id: number | null
    currency: string
    date_format: string
    time_zone: string
  }
  company: { id: number; name: string; logo_url: string | null; currency: string; currency_symbol: string }
  place: { is_primary: boolean; is_admin: boolean; permissions: string[] }
}

const SYSTEM: Actor = { kind: 'system', channel: 'api', act: 'parent.tell' }

/** Keeps what the parent app told, so that lists can name people and companies; writes only what is new. */
export const keepTold = async (identity: Identity, told: Told) => {
  if (await identity.read((db) => isKept(db, told))) return
  const { person, company, place } = told
  await identity.write(
    async (db) => {
      await sql`
        insert into identity.companies (id, name, logo_url, currency, currency_symbol) overriding system value
        values (${company.id}, ${company.name}, ${company.logo_url}, ${company.currency}, ${company.currency_symbol})
        on conflict (id) do update set name = excluded.name, logo_url = excluded.logo_url, currency = excluded.currency,
          currency_symbol = excluded.currency_symbol`.execute(db)
      const { id, ...known } = person
      await sql`
        insert into identity.people (id, email, first_name) overriding system value values (${id}, ${person.email}, ${person.first_name})
        on conflict (id) do nothing`.execute(db)
      await db.updateTable('identity.people').set(known).where('id', '=', id).execute()
      await db
        .insertInto('identity.memberships')
        .values({ company_id: company.id, id, status: 'active', ...place })
        .onConflict((same) =>
          same.columns(['company_id', 'id']).doUpdateSet({ status: 'active', invited_as: null, ...place }),
        )
        .execute()
    },
    { companyId: company.id, actor: SYSTEM },
  )
}

const isKept = async (db: Kysely<Tables>, { person, company, place }: Told) => {
  const rows = await db
    .selectFrom('identity.memberships as m')
    .innerJoin('identity.people as p', 'p.id', 'm.id')
    .innerJoin('identity.companies as c', 'c.id', 'm.company_id')
    .select('m.id')
    .where((eb) =>
      eb.and({
        'c.id': company.id,
        'c.name': company.name,
        'c.currency': company.currency,
        'c.currency_symbol': company.currency_symbol,
        'p.id': person.id,
        'p.email': person.email,
        'p.first_name': person.first_name,
        'p.last_name': person.last_name,
        'p.date_format': person.date_format,
        'p.time_zone': person.time_zone,
        'p.currency': person.currency,
        'p.is_superuser': person.is_superuser,
        'm.status': 'active',
        'm.is_primary': place.is_primary,
        'm.is_admin': place.is_admin,
      }),
    )
    .where('c.logo_url', 'is not distinct from', company.logo_url)
    .where('p.image_url', 'is not distinct from', person.image_url)
    .where(sql<boolean>`m.permissions = ${place.permissions}::text[]`)
    .execute()
  return rows.length === 1
}

/** Keeps the keys that a permissions service told. */
export const keepPermissions = async (
  identity: Identity,
  companyId: number,
  personId: number,
  permissions: string[],
) => {
  const same = (db: Kysely<Tables>) =>
    db
      .selectFrom('identity.memberships')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', personId)
      .where(sql<boolean>`permissions = ${permissions}::text[]`)
      .executeTakeFirst()
  if (await identity.read(same)) return
  await identity.write(
    async (db) => {
      await db
        .updateTable('identity.memberships')
        .set({ permissions })
        .where('company_id', '=', companyId)
        .where('id', '=', personId)
        .execute()
    },
    { companyId, actor: SYSTEM },
  )
}
