import type { TestApp, TestPerson } from './app.ts'

type Of = Pick<TestPerson, 'companyId'>

/** A value that a source says, by its field. */
interface Said {
  source?: string
  source_id?: number
  at?: string
  values: Readonly<Record<string, string>>
}

/** Rows of the directory as intake makes them: keys with facts. */
export const directoryRows = (app: TestApp) => {
  let sources = 1_000
  const put = async (
    { companyId }: Of,
    table: 'directory_contacts' | 'directory_companies',
    key: { kind: string; key: string },
    said: readonly Said[],
    columns: object = {},
  ): Promise<number> => {
    const [owner, origin] =
      table === 'directory_contacts' ? ['contact_id', 'contact_origin'] : ['directory_company_id', 'company_origin']
    const names = Object.keys(columns)
    const [{ id }] = await app.sql(
      companyId,
      `insert into ${table} (company_id${names.map((name) => `, ${name}`).join('')})
       values ($1${names.map((_, at) => `, $${at + 2}`).join('')}) returning id`,
      [companyId, ...Object.values(columns)],
    )
    const [{ id: keyId }] = await app.sql(
      companyId,
      `insert into directory_keys (company_id, kind, key, ${owner}, ${origin}) values ($1, $2, $3, $4, $4) returning id`,
      [companyId, key.kind, key.key, id],
    )
    for (const { source = 'lead', source_id = ++sources, at = '2026-11-03T10:00:00Z', values } of said)
      for (const [field, value] of Object.entries(values))
        await app.sql(
          companyId,
          `insert into directory_facts (company_id, key_id, field, value, source, source_id, at) values ($1, $2, $3, $4, $5, $6, $7)`,
          [companyId, keyId, field, value, source, source_id, at],
        )
    await app.sql(companyId, `select show_${table.slice('directory_'.length)}(array[$1::bigint])`, [id])
    return Number(id)
  }

  return {
    /** A contact that is known by its address. */
    contact: (person: Of, email: string, ...said: Said[]) =>
      put(person, 'directory_contacts', { kind: 'email', key: email }, [
        { values: { email }, at: said[0]?.at ?? '2026-11-03T10:00:00Z' },
        ...said,
      ]),
    /** A company that is known by its domain. */
    company: (person: Of, domain: string, ...said: Said[]) =>
      put(person, 'directory_companies', { kind: 'domain', key: domain }, said),
  }
}
