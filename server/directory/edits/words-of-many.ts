import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'

/** A list of words that rows of the directory have, as people change it for many at once. */
interface Words<Field extends string> {
  table: 'directory_contacts' | 'directory_companies'
  field: Field
  /** Where nothing was chosen. */
  choose: string
  /** Where a row has them so. */
  same: string
  /** As a row keeps them: each once. */
  clean(words: readonly string[]): string[]
  /** Why a row cannot have these. */
  refusal?(words: readonly string[]): string | undefined
}

interface Sent {
  add?: readonly string[]
  remove?: readonly string[]
}

/** Adds words to the lists of rows, or takes some away: the rule and the write of an act on many. */
export const wordsOfMany = <Field extends string>(
  { db, companyId }: Tenant,
  { add = [], remove = [] }: Sent,
  { table, field, choose, same, clean, refusal }: Words<Field>,
) => {
  if (add.length + remove.length === 0) throw badField('add', choose)
  const away = new Set(remove.map((word) => word.trim().toLowerCase()))
  const then = (words: readonly string[]) => clean([...words.filter((word) => !away.has(word.toLowerCase())), ...add])
  return {
    refusal(row: Readonly<Record<Field, string[]>>) {
      const words = then(row[field])
      return refusal?.(words) ?? (words.join('\n') === row[field].join('\n') ? same : undefined)
    },
    async apply(rows: readonly (Readonly<Record<Field, string[]>> & { id: number })[]) {
      const said = rows.map((row) => ({ id: row.id, words: then(row[field]) }))
      await sql`
        update ${sql.table(table)} t set ${sql.ref(field)} = r.words, updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as r (id bigint, words text[])
        where t.company_id = ${companyId} and t.id = r.id`.execute(db)
    },
  }
}
