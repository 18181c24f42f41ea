import { sql } from 'kysely'
import {
  SUBSCRIBER_IMPORT_FIELDS,
  type SubscriberImportField,
  type SubscriberImportRow,
} from '#contract/content/subscriber-imports.ts'
import { SUBSCRIBER_LIMITS, type SubscriberStatus } from '#contract/content/subscribers.ts'
import type { Addresses } from '#server/content/subscribers/addresses.ts'
import { suppressedAmong } from '#server/content/subscribers/erase.ts'
import { noteConsents } from '#server/content/subscribers/status.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { sure } from '#server/platform/imports/header-guess.ts'
import type { Became, ImportSpec, ShownRow, Wanted } from '#server/platform/imports/spec.ts'
import { guessFields } from './guess.ts'
import { kept, takeBack } from './revert.ts'
import { readSubscriber, type ImportedSubscriber } from './row.ts'

interface Options {
  /** How people say that all rows agreed; empty: each row proves it. */
  declaration: string
}

const isField = (field: string | null): field is SubscriberImportField =>
  field !== null && field in SUBSCRIBER_IMPORT_FIELDS

/** How rows of files become subscribers. A row never changes one that is here, and brings back nobody who left. */
export const subscriberRows = (addresses: Addresses): ImportSpec<Options, ImportedSubscriber> => {
  /** Why rows are left, by their address: they are here with a status that no import raises, or were erased. */
  const reasonsToLeave = async (tenant: Tenant, rows: readonly Wanted<ImportedSubscriber>[]) => {
    const emails = rows.map(({ item }) => item.email)
    const [erased, { rows: here }] = await Promise.all([
      suppressedAmong(tenant, addresses, emails),
      sql<{ email: string; status: SubscriberStatus }>`
        select email, status from newsletter_subscribers
        where company_id = ${tenant.companyId} and email = any (${emails}::text[]) and deleted_at is null`.execute(
        tenant.db,
      ),
    ])
    return new Map([
      ...[...erased].map((email) => [email, 'It was erased here.'] as const),
      ...here.map(({ email, status }) => [email, `It is ${status} here.`] as const),
    ])
  }
  const becomes = (reasons: ReadonlyMap<string, string>, { item }: Wanted<ImportedSubscriber>): Became => {
    const message = reasons.get(item.email)
    return message === undefined ? undefined : { outcome: 'left', reasons: [{ column: null, message }] }
  }

  return {
    entity: 'newsletter_subscribers',
    noun: 'subscriber',
    readOptions: ({ declaration = '' }) => ({ declaration: String(declaration).trim() }),
    async checkOptions(_tenant, { declaration }) {
      const { min, max } = SUBSCRIBER_LIMITS.declaration
      if (declaration !== '' && declaration.length < min)
        throw badField('declaration', `Say in ${min} to ${max} characters when and through what these people agreed.`)
    },
    outcomes: ['left'],
    leftOut: ['left'],

    guess: (_tenant, headers, rows) => guessFields(headers, rows).map(sure),
    missing: (_tenant, fields) => (fields.includes('email') ? undefined : 'Choose the column with the email address'),
    async reader(tenant, fields, { declaration }) {
      const { rows } = await sql<{
        today: string
      }>`select to_char(now() + interval '14 hours', 'YYYY-MM-DD') as today`.execute(tenant.db)
      return readSubscriber(
        fields.map((field) => (isField(field) ? field : null)),
        declaration,
        rows[0]?.today ?? '',
      )
    },

    keys(rows) {
      const said = rows.map(({ row, item }) => ({ row_no: row, email: item.email }))
      return sql`
        select said.row_no, said.email, md5('newsletter:' || said.email)::uuid as key
        from json_to_recordset(${JSON.stringify(said)}::json) as said (row_no int, email text)`
    },
    // Those that left are none of these: their rows are counted apart.
    stored: ({ companyId }) => sql<number | null>`(
      select s.id from newsletter_subscribers s where s.company_id = ${companyId} and s.email = keys.email and s.deleted_at is null
        and s.status in ('subscribed', 'unconfirmed'))`,

    async preview(tenant, rows) {
      const reasons = await reasonsToLeave(tenant, rows)
      return rows.map((row) => becomes(reasons, row))
    },

    async store(tenant, rows, { importId, caller }) {
      const reasons = await reasonsToLeave(tenant, rows)
      const added = await addRows(
        tenant,
        rows.filter(({ item }) => !reasons.has(item.email)),
        importId,
      )
      const file = await fileName(tenant, importId)
      const consents = rows.flatMap(({ row, item }) => {
        const id = added.get(item.email)
        return id === undefined ? [] : { id, email: item.email, wording: item.wording, proof: `${file}, row ${row}` }
      })
      await noteConsents(tenant, addresses, consents, 'imported', { personId: caller.personId })
      crashPoint('import.after_subscribers')
      return rows.map((row) =>
        added.has(row.item.email)
          ? undefined
          : (becomes(reasons, row) ?? { outcome: 'left', reasons: [{ column: null, message: 'It came meanwhile.' }] }),
      )
    },

    async lockImported({ db, companyId }, importId, after, limit) {
      const { rows } = await sql<{ id: number }>`
        select id from newsletter_subscribers
        where company_id = ${companyId} and import_id = ${importId} and id > ${after} and deleted_at is null
        order by id limit ${limit} for no key update`.execute(db)
      return rows.map(({ id }) => id)
    },
    takeBack,

    showRows,
    kept,
  }
}

/** Stores those that are not there; answers the ids by address. */
const addRows = async (
  { db, companyId }: Tenant,
  rows: readonly Wanted<ImportedSubscriber>[],
  importId: number,
): Promise<ReadonlyMap<string, number>> => {
  if (rows.length === 0) return new Map()
  const said = rows.map(({ item: { wording: _, ...item } }) => item)
  const { rows: added } = await sql<{ id: number; email: string }>`
    insert into newsletter_subscribers (company_id, email, name, locale, note, status, status_source, source, import_id, confirmed_at)
    select ${companyId}::int, r.email, r.name, r.locale, r.note, 'subscribed', 'import', 'import', ${importId}::bigint,
      coalesce(r."agreedOn"::timestamptz, now())
    from json_to_recordset(${JSON.stringify(said)}::json) as r (email text, name text, locale text, note text, "agreedOn" date)
    on conflict (company_id, email) where deleted_at is null do nothing returning id, email`.execute(db)
  return new Map(added.map(({ id, email }) => [email, id]))
}

const fileName = async ({ db, companyId }: Tenant, id: number) =>
  (
    await db
      .selectFrom('imports')
      .select('file_name')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).file_name.slice(0, 200)

type Shown = Pick<SubscriberImportRow, 'known_subscriber' | 'email' | 'name'>

async function showRows({ db, companyId }: Tenant, _caller: unknown, rows: readonly ShownRow[]): Promise<Shown[]> {
  const ids = rows.flatMap(({ known_id }) => known_id ?? [])
  const { rows: here } = await sql<{ id: number; status: SubscriberStatus }>`
    select id, status from newsletter_subscribers
    where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null`.execute(db)
  const known = new Map(here.map((row) => [row.id, row]))
  return rows.map(({ known_id, cellsOf }) => ({
    known_subscriber: known.get(known_id ?? 0) ?? null,
    email: cellsOf('email'),
    name: cellsOf('name'),
  }))
}
