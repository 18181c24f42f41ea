import pg from 'pg'

/** All that a database consists of, one sorted line for each thing: two databases with the same lines are alike. */
export const schemaOf = async (url: string): Promise<string[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const lines: string[] = []
    // Names are then written with their schema, whatever the caller's path.
    await client.query('set search_path = pg_catalog')
    for (const [what, text] of Object.entries(PARTS)) {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
      lines.push(...rows.map((row) => `${what}: ${tidy(row.map(String).join(' · '))}`))
    }
    for (const table of (await client.query<{ name: string }>(TABLES)).rows)
      for (const { row } of (await client.query<{ row: string }>(`select t::text as row from ${table.name} t`)).rows)
        lines.push(`row: ${table.name} ${row}`)
    return lines.toSorted()
  } finally {
    await client.end()
  }
}

/** Without the comments and the spaces in the bodies of functions. */
const tidy = (text: string) =>
  text
    .replace(/(^|\n)\s*--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const OURS = `<> 'information_schema' and nspname !~ '^pg_'`
const TABLES = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname ${OURS} and nspname <> 'migrations'`
const rights = (acl: string) => `array(select x::text from unnest(${acl}) x order by 1)`
const noExtension = (of: string, id: string) =>
  `not exists (select from pg_depend d where d.classid = '${of}'::regclass and d.objid = ${id} and d.deptype = 'e')`

const PARTS = {
  database: `select ${rights('datacl')} from pg_database where datname = current_database()`,
  setting: `select setrole::regrole, setconfig from pg_db_role_setting where setrole <> 0
    or setdatabase = (select oid from pg_database where datname = current_database())`,
  extension: `select extname, extversion, extnamespace::regnamespace from pg_extension`,
  schema: `select nspname, nspowner::regrole, ${rights('nspacl')} from pg_namespace where nspname ${OURS}`,
  'default right': `select defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, ${rights('defaclacl')} from pg_default_acl`,
  relation: `select c.oid::regclass, relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity, relreplident,
      reltablespace, reloptions, reltoastrelid <> 0 as toasted, amname, ${rights('relacl')}
    from pg_class c join pg_namespace n on n.oid = relnamespace left join pg_am a on a.oid = relam where nspname ${OURS}`,
  // Of its options those that PostgreSQL documents: a packaged server was seen to note one of its own.
  column: `select c.oid::regclass, row_number() over (partition by c.oid order by attnum), attname, format_type(atttypid, atttypmod),
      attnotnull, attidentity, attgenerated, attstorage, attcompression, attcollation::regcollation,
      array(select x from unnest(attoptions) x where x like 'n_distinct%'), attislocal, pg_get_expr(adbin, adrelid), ${rights('attacl')}
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef d on adrelid = attrelid and adnum = attnum where nspname ${OURS} and attnum > 0 and not attisdropped`,
  constraint: `select conrelid::regclass, contypid::regtype, conname, contype, pg_get_constraintdef(o.oid), convalidated, condeferrable,
      condeferred, connoinherit from pg_constraint o join pg_namespace n on n.oid = connamespace where nspname ${OURS}`,
  index: `select indexrelid::regclass, pg_get_indexdef(indexrelid), indisvalid, indisready, indisunique, indisprimary, indisclustered,
      indisreplident, indimmediate from pg_index i join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace
    where nspname ${OURS}`,
  trigger: `select tgrelid::regclass, pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal`,
  'constraint’s trigger': `select tgrelid::regclass, conname, tgfoid::regproc, tgtype, tgenabled, tgdeferrable, tginitdeferred
    from pg_trigger t join pg_constraint o on o.oid = tgconstraint where tgisinternal`,
  policy: `select polrelid::regclass, polname, polpermissive, polcmd, polroles::regrole[], pg_get_expr(polqual, polrelid),
      pg_get_expr(polwithcheck, polrelid) from pg_policy`,
  function: `select p.oid::regprocedure, pg_get_functiondef(p.oid), proowner::regrole, ${rights('proacl')}
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname ${OURS} and ${noExtension('pg_proc', 'p.oid')}`,
  view: `select c.oid::regclass, pg_get_viewdef(c.oid) from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('v', 'm') and nspname ${OURS}`,
  sequence: `select seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle,
      pg_sequence_last_value(seqrelid) from pg_sequence`,
  type: `select t.oid::regtype, typtype, typowner::regrole, typnotnull, typdefault, typbasetype::regtype, ${rights('typacl')},
      array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder)
    from pg_type t join pg_namespace n on n.oid = typnamespace where nspname ${OURS} and ${noExtension('pg_type', 't.oid')}`,
  statistics: `select pg_get_statisticsobjdef(oid) from pg_statistic_ext`,
  comment: `select pg_describe_object(classoid, objoid, objsubid), description from pg_description where objoid >= 16384
    and not exists (select from pg_depend d where d.classid = classoid and d.objid = objoid and d.deptype = 'e')`,
  // Whatever else there may be: each object that hangs on another, but for what has a number in its name.
  object: `select distinct o.type, o.identity from pg_depend d, pg_identify_object(classid, objid, 0) o
    where objid >= 16384 and o.type not in ('toast table', 'trigger') and o.identity !~ 'pg_toast'
    and not exists (select from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e')`,
}
