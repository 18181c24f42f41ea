-- The history of each table is written by a function of its own, made from the table's columns, whose statement a connection plans
-- once. Before, one function for all put the statement together for each write: planning it took longer than all else that storing
-- a change costs. What is written is what was written before.

-- What the history triggers of new tables name until their migration ends.
create or replace function record_changes() returns trigger language plpgsql as $$
begin
  raise exception 'the history of % has no function yet: call write_history_functions()', tg_relid::regclass;
end $$;

create schema history;

-- The body of the function for writes of a kind (insert, update, delete) to a table. `told`: what the history calls the table, what it
-- belongs to and by which column, the columns that are personal, and those that are no news.
create function history_function(target regclass, kind text, told text[]) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $body$
declare
  personal text[] := string_to_array(told[4], ',');
  silent text[] := string_to_array(told[5], ',');
  pair text;
  columns record;
begin
  -- A deleted row keeps all that it held, also what is no news: only so can it come back as it was.
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

  return format($function$
declare
  said_kind text := nullif(current_setting('leadroom.actor_kind', true), '');
begin
  if said_kind is null then
    raise exception 'a write without an actor, to %%', %1$L using errcode = 'LR001';
  end if;
  with told as materialized (
    select n.company_id, n.id, n.%3$I as root_id, %4$s as version, concat_ws(', ', %5$s) as plain, nullif(concat_ws(', ', %6$s), '') as personal
    from %7$s
  ), changed as materialized (
    select company_id, id, root_id, version, ('{' || plain || '}')::jsonb as plain, ('{' || personal || '}')::jsonb as personal,
      uuid_send(gen_random_uuid()) as salt
    from told where plain <> '' or personal is not null
  ), digested as materialized (
    select *, case when personal is not null then sha256(salt || convert_to(personal::text, 'UTF8')) end as digest from changed
  ), kept as (
    insert into change_values (company_id, digest, salt, fields)
    select company_id, digest, salt, personal from digested where digest is not null
  )
  insert into changes (company_id, actor_kind, actor_id, on_behalf_of, channel, change_set, act,
    entity, entity_id, root, root_id, version, verb, fields, personal, reason, request_id)
  select company_id, said_kind, nullif(current_setting('leadroom.actor_id', true), '')::integer,
    nullif(current_setting('leadroom.on_behalf_of', true), '')::integer, current_setting('leadroom.channel'),
    current_setting('leadroom.change_set')::uuid, current_setting('leadroom.act'), %1$L, id, %2$L, root_id, version, %8$L, plain, digest,
    nullif(current_setting('leadroom.reason', true), ''), nullif(current_setting('leadroom.request_id', true), '')
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
      format('history.%I', replace(tgrelid::regclass::text, '.', '_') || substr(tgname, length('history'))) as function,
      (string_to_array(encode(tgargs, 'escape'), '\000'))[:tgnargs] as told
    from pg_trigger join pg_proc p on p.oid = tgfoid
    where not tgisinternal and (tgfoid = 'record_changes'::regproc or p.pronamespace = 'history'::regnamespace)
  loop
    body := history_function(t.target, t.kind, t.told);
    continue when body = t.source;
    execute format('create or replace function %s() returns trigger language plpgsql set search_path = public, pg_temp set timezone = ''UTC'' as %L',
      t.function, body);
    execute format('create or replace trigger %I after %s on %s referencing %s for each statement execute function %s(%s)', t.name, t.kind, t.target,
      case t.kind when 'insert' then 'new table as after_rows' when 'delete' then 'old table as before_rows'
        else 'old table as before_rows new table as after_rows' end,
      t.function, (select string_agg(quote_literal(arg), ', ' order by place) from unnest(t.told) with ordinality as a (arg, place)));
  end loop;
end $$;
revoke all on function history_function(regclass, text, text[]), write_history_functions() from public;
