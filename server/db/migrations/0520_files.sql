-- Files that rows refer to, such as exports and uploads, written in the same transaction as the row.

create table files (
  company_id integer not null,
  id         bigint generated always as identity,
  -- The table and the id of the row that the file belongs to.
  entity     text not null,
  entity_id  bigint not null,
  type       text not null,
  -- Null until the file is finished.
  bytes      bigint,
  -- Of its bytes; of a file that came in parts, of the digests of its chunks in their order.
  sha256     bytea check (octet_length(sha256) = 32),
  -- It cannot be read afterwards and is deleted within the hour; null: it lives as long as its row.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((bytes is null) = (sha256 is null))
);
create index files_owner on files (company_id, entity, entity_id);
create index files_expiry on files (company_id, expires_at) where expires_at is not null;
select tenant_table('files', history => false);

-- Pieces small enough to be read one at a time; a part is what the writer sent in one go.
create table file_chunks (
  company_id integer not null,
  file_id    bigint not null,
  part       integer not null,
  piece      integer not null,
  -- Size and digest before deflating.
  bytes      integer not null,
  sha256     bytea not null,
  deflated   boolean not null,
  content    bytea not null,
  primary key (company_id, file_id, part, piece),
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
-- Chunks that compress are deflated already.
alter table file_chunks alter content set storage external;
select tenant_table('file_chunks', history => false);

-- The row must exist, and cannot be deleted before the file is committed.
create function file_has_owner() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owners integer;
begin
  execute format('select from %I where company_id = $1 and id = $2 for key share', new.entity) using new.company_id, new.entity_id;
  get diagnostics owners = row_count;
  if owners = 0 then
    raise exception 'file of % %, which does not exist', new.entity, new.entity_id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger has_owner after insert on files for each row execute function file_has_owner();

create function forget_files_of_deleted() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from files f using deleted d where f.company_id = d.company_id and f.entity = tg_table_name and f.entity_id = d.id;
  return null;
end $$;

-- Lets the rows of a table have files, which are deleted with the row.
create function owns_files(target regclass) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create trigger forget_files after delete on %s referencing old table as deleted
    for each statement execute function forget_files_of_deleted()', target);
end $$;
