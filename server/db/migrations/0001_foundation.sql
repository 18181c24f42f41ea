-- The ground every table stands on: who may do what, whose row it is, and the history of each change.
-- The roles leadroom_app, leadroom_identity and leadroom_login are made before this file runs (db/roles.ts).

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

revoke all on schema public from public;
grant usage on schema public to leadroom_app;

create schema identity;
grant usage on schema identity to leadroom_identity;

-- The company that this transaction works for; null outside one (a reset setting is '', not null).
create function current_company() returns integer
  language sql stable parallel safe
  return nullif(current_setting('leadroom.company', true), '')::integer;

-- A text as searches compare it: upper and lower case alike in every script, whatever locale the server was made with.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(value collate "und-x-icu");

-- What changed, when, by whom, and why: one row per changed row. Append-only for the application.
-- `fields` maps each field to [old, new]; personal values lie in change_values, so that they can be
-- erased while this row, which knows them only by digest, stays as it was.
create table changes (
  company_id   integer not null,
  id           bigint generated always as identity,
  at           timestamptz not null default clock_timestamp(),
  actor_kind   text not null check (actor_kind in ('person', 'system', 'import', 'rule')),
  actor_id     integer,
  on_behalf_of integer,
  channel      text not null check (channel in ('screen', 'api', 'intake', 'bulk', 'auto-assign', 'undo', 'demo')),
  change_set   uuid not null,
  act          text not null,
  entity       text not null,
  entity_id    bigint not null,
  -- What the change is about: the lead of a comment, the lead itself for a lead.
  root         text not null,
  root_id      bigint not null,
  -- The version of the row that this change made, for tables that count versions.
  version      integer,
  verb         text not null check (verb in ('created', 'updated', 'deleted')),
  fields       jsonb not null,
  personal     bytea,
  reason       text,
  request_id   text,
  primary key (company_id, id)
);
create index on changes (company_id, root, root_id, id desc);
create index on changes (company_id, change_set);

create table change_values (
  company_id integer not null,
  digest     bytea not null,
  salt       bytea not null,
  -- Null once erased.
  fields     jsonb,
  primary key (company_id, digest)
);

-- Makes a table a tenant table: forced row-level security both ways, grants, history.
--   root, root_column: what its changes are about (default: the row itself)
--   personal:          columns whose values may have to be erased one day
--   silent:            columns whose change is no news
--   history:           false for tables that are themselves a log, a queue or a cache
create function tenant_table(
  target regclass,
  root text default null,
  root_column text default null,
  personal text[] default '{}',
  silent text[] default '{}',
  history boolean default true,
  grants text default 'select, insert, update, delete'
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  arguments text := format(
    '%L, %L, %L, %L, %L', target::text, coalesce(root, target::text), coalesce(root_column, 'id'),
    array_to_string(personal, ','), array_to_string(silent || '{company_id,id,version,updated_at,search_text}', ',')
  );
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (company_id = (select current_company())) with check (company_id = (select current_company()))',
    target
  );
  execute format('grant %s on %s to leadroom_app', grants, target);
  if history then
    execute format('create trigger history_insert after insert on %s referencing new table as after_rows
      for each statement execute function record_changes(%s)', target, arguments);
    execute format('create trigger history_update after update on %s referencing old table as before_rows new table as after_rows
      for each statement execute function record_changes(%s)', target, arguments);
    execute format('create trigger history_delete after delete on %s referencing old table as before_rows
      for each statement execute function record_changes(%s)', target, arguments);
  end if;
end $$;

-- The one mechanism that writes history, from the rows' own before and after.
-- Arguments: entity, root, root column, personal columns, silent columns.
create function record_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  actor_kind text := nullif(current_setting('leadroom.actor_kind', true), '');
  personal text[] := string_to_array(tg_argv[3], ',');
  silent text[] := string_to_array(tg_argv[4], ',');
  statement text;
begin
  if actor_kind is null then
    raise exception 'a write without an actor, to %', tg_argv[0] using errcode = 'LR001';
  end if;

  statement := case tg_op
    when 'INSERT' then
      'select n.company_id, to_jsonb(n) as row, (select jsonb_object_agg(key, jsonb_build_array(null, value))
         from jsonb_each(to_jsonb(n)) where value <> ''null'' and not key = any($2)) as fields from after_rows n'
    when 'DELETE' then
      'select o.company_id, to_jsonb(o) as row, (select jsonb_object_agg(key, jsonb_build_array(value, null))
         from jsonb_each(to_jsonb(o)) where value <> ''null'' and not key = any($2)) as fields from before_rows o'
    else
      'select n.company_id, to_jsonb(n) as row, (select jsonb_object_agg(key, jsonb_build_array(b.value, a.value))
         from jsonb_each(to_jsonb(o)) b join jsonb_each(to_jsonb(n)) a using (key)
         where a.value <> b.value and not key = any($2)) as fields
       from before_rows o join after_rows n on n.company_id = o.company_id and n.id = o.id'
  end;

  execute format($sql$
    with changed as materialized (
      select company_id, row, fields - $1 as plain,
        (select jsonb_object_agg(key, value) from jsonb_each(fields) where key = any($1)) as personal,
        uuid_send(gen_random_uuid()) as salt
      from (%s) c where fields is not null
    ), digested as materialized (
      select *, case when personal is not null then sha256(salt || convert_to(personal::text, 'UTF8')) end as digest from changed
    ), kept as (
      insert into change_values (company_id, digest, salt, fields)
      select company_id, digest, salt, personal from digested where digest is not null
    )
    insert into changes (company_id, actor_kind, actor_id, on_behalf_of, channel, change_set, act,
      entity, entity_id, root, root_id, version, verb, fields, personal, reason, request_id)
    select company_id, $3, nullif(current_setting('leadroom.actor_id', true), '')::integer,
      nullif(current_setting('leadroom.on_behalf_of', true), '')::integer,
      current_setting('leadroom.channel'), current_setting('leadroom.change_set')::uuid, current_setting('leadroom.act'),
      $4, (row->>'id')::bigint, $5, (row->>$6)::bigint, (row->>'version')::integer, $7, plain, digest,
      nullif(current_setting('leadroom.reason', true), ''), nullif(current_setting('leadroom.request_id', true), '')
    from digested
  $sql$, statement)
  using personal, silent, actor_kind, tg_argv[0], tg_argv[1], tg_argv[2],
    case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end;
  return null;
end $$;

select tenant_table('changes', history => false, grants => 'select, insert');
select tenant_table('change_values', history => false, grants => 'select, insert');

-- Counts the versions of a row and notes when it last changed; a write that changes nothing counts nothing.
create function count_version() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- Answers already given to calls that carry an idempotency key, so that a repeat gets the same one.
create table idempotency_keys (
  company_id integer not null,
  scope      text not null,
  key        text not null check (length(key) <= 200),
  request    bytea not null,
  status     integer,
  answer     jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, scope, key)
);
create index on idempotency_keys (company_id, created_at);
select tenant_table('idempotency_keys', history => false);
