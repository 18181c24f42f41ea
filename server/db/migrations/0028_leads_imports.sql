-- Leads from people's files: the file itself in parts, how it is read, and what became of its rows.

create table lead_imports (
  company_id       integer not null,
  id               bigint generated always as identity,
  file_name        text not null,
  bytes            bigint not null,
  encoding         text not null default 'utf-8' check (encoding ~ '^[a-z0-9_-]{1,20}$'),
  separator        text not null default ',' check (separator in (',', ';', E'\t', '|')),
  -- Whether its first row names the columns.
  header           boolean not null default true,
  source           text not null default 'import',
  -- What becomes of duplicates that nobody decided about by the row.
  duplicates       text not null default 'skip' check (duplicates in ('skip', 'add')),
  -- [{name, samples, field}], in the order of the file.
  columns          jsonb not null default '[]',
  remembered       boolean not null default false,
  state            text not null default 'uploading'
                     check (state in ('uploading', 'mapping', 'checking', 'ready', 'importing', 'imported', 'reverting', 'reverted')),
  -- The job that reads it now, or did last.
  job_id           bigint,
  -- The row of the file at which the job's next chunk begins.
  row_at           integer not null default 1,
  -- {rows, added, held, invalid, duplicates, duplicates_added, rejected, broken}
  counts           jsonb not null default '{}',
  removed          integer not null default 0,
  kept             integer not null default 0,
  created_by       integer not null,
  created_at       timestamptz not null default now(),
  finished_at      timestamptz,
  reverted_at      timestamptz,
  updated_at       timestamptz not null default now(),
  version          integer not null default 1,
  -- Whether the encoding was guessed from the file's letters, rather than marked, plain, or chosen by a person.
  encoding_guessed boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, job_id) references jobs (company_id, id),
  foreign key (company_id, created_by) references identity.memberships (company_id, id)
);
create index lead_imports_job on lead_imports (company_id, job_id) where job_id is not null;
create trigger versions before update on lead_imports for each row execute function count_version();
select tenant_table('lead_imports', silent => '{columns,remembered,job_id,row_at,counts,removed,kept}');
alter table leads add foreign key (company_id, import_id) references lead_imports (company_id, id);

-- The bytes as they came, deflated; deleted when the import is finished.
create table lead_import_parts (
  company_id integer not null,
  import_id  bigint not null,
  no         integer not null,
  content    bytea not null,
  -- Of the part as it came.
  bytes      integer not null,
  -- How many of its bytes are not UTF-8, and how many of its letters are beyond ASCII: a few bad bytes do not make it a file of
  -- another encoding.
  broken     integer not null,
  letters    integer not null default 0,
  primary key (company_id, import_id, no),
  foreign key (company_id, import_id) references lead_imports (company_id, id) on delete cascade
);
-- Deflated already.
alter table lead_import_parts alter content set storage external;
select tenant_table('lead_import_parts', history => false);

-- Rows that were not, or would not be, simply added.
create table lead_import_rows (
  company_id integer not null,
  import_id  bigint not null,
  row_no     integer not null,
  -- Noted: added, but not all of it.
  outcome    text not null check (outcome in ('rejected', 'duplicate', 'held', 'invalid', 'noted')),
  -- [{column, message}], columns counted from 0; a null column is the row as a whole.
  reasons    jsonb not null default '[]',
  cells      text[] not null,
  -- Of a duplicate: the lead that exists, or the row before it.
  known_lead bigint,
  known_row  integer,
  decision   text check (decision in ('skip', 'add')),
  primary key (company_id, import_id, row_no),
  foreign key (company_id, import_id) references lead_imports (company_id, id) on delete cascade,
  foreign key (company_id, known_lead) references leads (company_id, id)
);
create index lead_import_rows_outcome on lead_import_rows (company_id, import_id, outcome, row_no);
select tenant_table('lead_import_rows', history => false);

-- The duplicate keys of the file's rows, with the first row of each: so duplicates within the file are found.
create table lead_import_keys (
  company_id integer not null,
  import_id  bigint not null,
  key        uuid not null,
  row_no     integer not null,
  primary key (company_id, import_id, key),
  foreign key (company_id, import_id) references lead_imports (company_id, id) on delete cascade
);
select tenant_table('lead_import_keys', history => false);

-- What columns were mapped to, by the digest of their names: chosen once for each kind of file.
create table lead_import_mappings (
  company_id integer not null,
  header     bytea not null,
  fields     jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, header)
);
select tenant_table('lead_import_mappings', history => false);
