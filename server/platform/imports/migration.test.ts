import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { createDatabase, databaseUrl, dropDatabase } from '#server/test/database.ts'

const name = await createDatabase()
afterAll(() => dropDatabase(name))

test('imports of leads keep their rows, options, mappings and files when their tables become those of any import', async () => {
  const url = databaseUrl(name)
  const files = await readMigrations()
  await migrate(
    url,
    undefined,
    files.filter((file) => file.name < '0550'),
  )
  const owner = new pg.Client(url)
  await owner.connect()
  await owner.query(`
    begin; set local session_replication_role = replica; select set_config('leadroom.company', '1', true);
    insert into lead_imports (company_id, file_name, bytes, source, state, created_by) values (1, 'a.csv', 9, 'trade_fair', 'ready', 1);
    insert into lead_import_rows (company_id, import_id, row_no, outcome, cells, known_lead, decision)
      select 1, id, 2, 'duplicate', '{Yuki}', 7, 'add' from lead_imports;
    insert into lead_import_mappings (company_id, header, fields) values (1, '\\x01', '["name"]');
    insert into files (company_id, entity, entity_id, type) select 1, 'lead_imports', id, 'text/csv' from lead_imports; commit`)

  await migrate(url)

  const { rows } = await owner.query(`
    select i.entity, i.options, i.state, r.known_id::int, r.decision, m.entity as mapped, m.fields, f.entity as file
    from imports i join import_rows r on r.import_id = i.id join files f on f.entity_id = i.id, import_mappings m`)
  await owner.end()
  expect(rows).toEqual([
    {
      entity: 'leads',
      options: { source: 'trade_fair' },
      state: 'ready',
      known_id: 7,
      decision: 'add',
      mapped: 'leads',
      fields: ['name'],
      file: 'imports',
    },
  ])
})
