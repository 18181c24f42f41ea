-- Who writes, through what and why is read from the settings once for a statement, before once for each row of its history; and a row without personal
-- values draws no salt, for which the system was asked each time. Together a tenth of what storing an imported lead costs. What is
-- written is what was written before.
-- The body of the function for writes of a kind (insert, update, delete) to a table. `told`: what the history calls the table, what it
-- belongs to and by which column, the columns that are personal, and those that are no news.
create or replace function history_function(target regclass, kind text, told text[]) returns text
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
