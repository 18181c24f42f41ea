-- The history of each change: what changed, when, by whom, and why.

-- One row per changed row. Append-only for the application. `fields` maps each field to [old, new]; personal values are in
-- change_values, so that they can be erased while this row, which knows them only by digest, stays as it was.
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
  -- As it was given, or `said:` and the digest of a reason in change_values; see keep_reason.
  reason       text,
  request_id   text,
  -- The transaction that wrote the row: when all before some point have ended, their rows are final and can be sealed.
  tx           xid8 default pg_current_xact_id(),
  primary key (company_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000);
create index on changes (company_id, root, root_id, id desc);
-- A change set is found, counted and listed by its newest row; a person's own by the person.
create index changes_of_set on changes (company_id, change_set, id);
create index changes_of_person on changes (company_id, actor_id, id) where actor_id is not null;
create index changes_in_order on changes (company_id, tx, id);

create table change_values (
  company_id integer not null,
  digest     bytea not null,
  salt       bytea not null,
  -- Null once erased.
  fields     jsonb,
  primary key (company_id, digest)
);
grant insert on changes, change_values to leadroom_identity;

-- ── Who writes history ───────────────────────────────────────────────────────
-- A function for each table and kind of write, made from the table's columns: a connection plans its statement once. One
-- function for all would build and plan the statement for each write, which took longer than all else that a change costs.

-- What the history triggers of new tables name until their migration ends.
create function record_changes() returns trigger language plpgsql as $$
begin
  raise exception 'the history of % has no function yet: call write_history_functions()', tg_relid::regclass;
end $$;

create schema history;

-- The body of the function for writes of a kind (insert, update, delete) to a table. `told`: the table's name in the history,
-- what its rows belong to and by which column, the columns that are personal, and those whose change is no news.
create function history_function(target regclass, kind text, told text[]) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $body$
declare
  personal text[] := string_to_array(told[4], ',');
  silent text[] := string_to_array(told[5], ',');
  pair text;
  columns record;
begin
  -- A deleted row keeps all its values, also those that are no news: only so can it come back as it was.
  if kind = 'delete' then
    select '{company_id,id,version,updated_at}'::text[] || array_agg(attname::text) into silent
    from pg_attribute where attrelid = target and attgenerated <> '';
  end if;

  -- "field": [old, new]; null, which concat_ws leaves out, for a field that has not changed.
  pair := case kind
    when 'insert' then $f$%2$L || to_json(n.%1$I) || ']'$f$
    when 'delete' then $f$%3$L || to_json(n.%1$I) || ', null]'$f$
    else $f$case when n.%1$I is distinct from o.%1$I
      then %3$L || coalesce(to_json(o.%1$I)::text, 'null') || ', ' || coalesce(to_json(n.%1$I)::text, 'null') || ']' end$f$
  end;
  select coalesce(string_agg(column_told, ', ' order by attnum) filter (where not named = any (personal)), 'null') as plain,
    coalesce(string_agg(column_told, ', ' order by attnum) filter (where named = any (personal)), 'null') as personal,
    (select case when count(*) > 0 then 'n.version' else 'null::integer' end
      from pg_attribute where attrelid = target and attname = 'version' and not attisdropped) as version
  into columns
  from (
    select attnum, attname::text as named,
      format(pair, attname, format('%s: [null, ', to_json(attname)), format('%s: [', to_json(attname))) as column_told
    from pg_attribute where attrelid = target and attnum > 0 and not attisdropped
  ) c
  where not named = any (silent);

  -- The settings are read once for a statement, not for each row, and a row without personal values draws no salt.
  return format($function$
declare
  said_kind text := nullif(current_setting('leadroom.actor_kind', true), '');
  said_id integer := nullif(current_setting('leadroom.actor_id', true), '')::integer;
  said_for integer := nullif(current_setting('leadroom.on_behalf_of', true), '')::integer;
  said_reason text := nullif(current_setting('leadroom.reason', true), '');
  said_request text := nullif(current_setting('leadroom.request_id', true), '');
  said_channel text;
  said_set uuid;
  said_act text;
begin
  if said_kind is null then
    raise exception 'a write without an actor, to %%', %1$L using errcode = 'LR001';
  end if;
  said_channel := current_setting('leadroom.channel');
  said_set := current_setting('leadroom.change_set')::uuid;
  said_act := current_setting('leadroom.act');
  with told as materialized (
    select n.company_id, n.id, n.%3$I as root_id, %4$s as version, concat_ws(', ', %5$s) as plain, nullif(concat_ws(', ', %6$s), '') as personal
    from %7$s
  ), changed as materialized (
    select company_id, id, root_id, version, ('{' || plain || '}')::jsonb as plain, ('{' || personal || '}')::jsonb as personal,
      case when personal is not null then uuid_send(gen_random_uuid()) end as salt
    from told where plain <> '' or personal is not null
  ), digested as materialized (
    select *, case when personal is not null then sha256(salt || convert_to(personal::text, 'UTF8')) end as digest from changed
  ), kept as (
    insert into change_values (company_id, digest, salt, fields)
    select company_id, digest, salt, personal from digested where digest is not null
  )
  insert into changes (company_id, actor_kind, actor_id, on_behalf_of, channel, change_set, act,
    entity, entity_id, root, root_id, version, verb, fields, personal, reason, request_id)
  select company_id, said_kind, said_id, said_for, said_channel, said_set, said_act, %1$L, id, %2$L, root_id, version, %8$L, plain, digest,
    said_reason, said_request
  from digested;
  return null;
end $function$, told[1], told[2], told[3], columns.version, columns.plain, columns.personal,
    case kind
      when 'insert' then 'after_rows n'
      when 'delete' then 'before_rows n'
      -- Full: never planned as a nested loop, which the plan of a single row would be for thousands, too.
      else 'before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id'
    end,
    case kind when 'insert' then 'created' when 'delete' then 'deleted' else 'updated' end);
end $body$;

-- Makes the functions of all tables that have none, or whose columns have changed since; every migration ends with it.
create function write_history_functions() returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  t record;
  body text;
begin
  for t in
    select tgrelid::regclass as target, tgname as name, p.prosrc as source,
      substr(tgname, length('history_') + 1) as kind,
      format('history.%I', replace(tgrelid::regclass::text, '.', '_') || substr(tgname, length('history') + 1)) as function,
      (string_to_array(encode(tgargs, 'escape'), '\000'))[:tgnargs] as told
    from pg_trigger join pg_proc p on p.oid = tgfoid
    where not tgisinternal and (tgfoid = 'record_changes'::regproc or p.pronamespace = 'history'::regnamespace)
  loop
    body := history_function(t.target, t.kind, t.told);
    continue when body = t.source;
    -- Times are written in UTC, whoever writes, so that a value can be compared with the row's own.
    execute format('create or replace function %s() returns trigger language plpgsql set search_path = public, pg_temp set timezone = ''UTC'' as %L',
      t.function, body);
    execute format('create or replace trigger %I after %s on %s referencing %s for each statement execute function %s(%s)', t.name, t.kind, t.target,
      case t.kind when 'insert' then 'new table as after_rows' when 'delete' then 'old table as before_rows'
        else 'old table as before_rows new table as after_rows' end,
      t.function, (select string_agg(quote_literal(arg), ', ' order by place) from unnest(t.told) with ordinality as a (arg, place)));
  end loop;
end $$;
revoke all on function history_function(regclass, text, text[]), write_history_functions() from public;

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

select tenant_table('changes', history => false, grants => 'select, insert');
select tenant_table('change_values', history => false, grants => 'select, insert');

-- Memberships are global, so no tenant table, and never deleted. The history records no names of people.
create trigger history_insert after insert on identity.memberships referencing new table as after_rows
  for each statement execute function record_changes('memberships', 'memberships', 'id', '', 'company_id,id,invited_as');
create trigger history_update after update on identity.memberships referencing old table as before_rows new table as after_rows
  for each statement execute function record_changes('memberships', 'memberships', 'id', '', 'company_id,id,invited_as');

-- ── Reasons ──────────────────────────────────────────────────────────────────
-- A reason that somebody typed may name a person: the history knows it by digest, so that it can be erased while the history
-- stays as it was sealed.

-- Stores a reason for the current company, and returns what stands for it in the history.
create function keep_reason(said text) returns text
  language sql set search_path = public, pg_temp
begin atomic
  with told as materialized (select uuid_send(gen_random_uuid()) as salt, jsonb_build_object('reason', said) as fields),
  kept as (
    insert into change_values (company_id, digest, salt, fields)
    select current_company(), sha256(salt || convert_to(fields::text, 'UTF8')), salt, fields from told
    returning digest
  )
  select 'said:' || encode(digest, 'hex') from kept;
end;

-- Which stored reason a reason of the history stands for; null for the product's own.
create function reason_digest(reason text) returns bytea
  language sql immutable parallel safe
  return case when reason ~ '^said:[0-9a-f]{64}$' then decode(substr(reason, 6), 'hex') end;

-- A reason of the history in words; null once it was erased.
create function reason_in_words(owner integer, reason text) returns text
  language sql stable parallel safe
  return case
    when reason_digest(reason) is null then reason
    else (select v.fields ->> 'reason' from change_values v where v.company_id = owner and v.digest = reason_digest(reason))
  end;

-- ── Undo ─────────────────────────────────────────────────────────────────────

-- Which change sets were undone, by which. Each at most once: a second undo finds the row.
create table undos (
  company_id integer not null,
  id         bigint generated always as identity,
  undone     uuid not null,
  change_set uuid not null,
  by_person  integer not null,
  at         timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, undone),
  foreign key (company_id, by_person) references identity.memberships (company_id, id)
);
create index undos_by_set on undos (company_id, change_set);
select tenant_table('undos', history => false, grants => 'select, insert');

-- ── Seals ────────────────────────────────────────────────────────────────────
-- Behind the writers, who never wait for it, every row of the history gets a link of a hash chain. A row that is changed or
-- taken away afterwards, or an end that is cut off, breaks the chain or an anchor outside the database.

-- One link for each row of the history; `id` is its place in the company's chain, from 1 without a gap.
create table seals (
  company_id integer not null,
  id         bigint not null,
  change_id  bigint not null,
  -- The hash of the link before and of the row.
  link       bytea not null,
  primary key (company_id, id),
  unique (company_id, change_id)
);
select tenant_table('seals', history => false, grants => 'select, insert');

-- How far each round of sealing came; this is anchored outside.
create table seal_rounds (
  company_id integer not null,
  id         bigint generated always as identity,
  -- The last place in the chain, and its link.
  last_seal  bigint not null,
  link       bytea not null,
  -- All transactions before this one had ended.
  upto       xid8 not null,
  at         timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
select tenant_table('seal_rounds', history => false, grants => 'select, insert');
