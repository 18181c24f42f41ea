-- A row's history is put together column by column, as text that is read as jsonb once. Before, each row was made jsonb and taken
-- apart again, which was a third of what storing a lead cost. What it writes is what it wrote before.
create or replace function record_changes() returns trigger language plpgsql set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  actor_kind text := nullif(current_setting('leadroom.actor_kind', true), '');
  personal text[] := string_to_array(tg_argv[3], ',');
  silent text[] := string_to_array(tg_argv[4], ',');
  rows text;
  pair text;
  columns record;
begin
  if actor_kind is null then
    raise exception 'a write without an actor, to %', tg_argv[0] using errcode = 'LR001';
  end if;

  -- A deleted row keeps all that it held, also what is no news: only so can it come back as it was.
  if tg_op = 'DELETE' then
    select '{company_id,id,version,updated_at}'::text[] || array_agg(attname::text) into silent
    from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '';
  end if;

  rows := case tg_op
    when 'INSERT' then 'after_rows n'
    when 'DELETE' then 'before_rows n'
    else 'before_rows o join after_rows n on n.company_id = o.company_id and n.id = o.id'
  end;
  -- "field": [old, new]; null, which concat_ws leaves out, for a field that has not changed.
  pair := case tg_op
    when 'INSERT' then $f$%2$L || to_json(n.%1$I) || ']'$f$
    when 'DELETE' then $f$%3$L || to_json(n.%1$I) || ', null]'$f$
    else $f$case when n.%1$I is distinct from o.%1$I
      then %3$L || coalesce(to_json(o.%1$I)::text, 'null') || ', ' || coalesce(to_json(n.%1$I)::text, 'null') || ']' end$f$
  end;
  select coalesce(string_agg(told, ', ') filter (where not named = any (personal)), 'null') as plain,
    coalesce(string_agg(told, ', ') filter (where named = any (personal)), 'null') as personal,
    (select case when count(*) > 0 then 'n.version' else 'null::integer' end
      from pg_catalog.pg_attribute where attrelid = tg_relid and attname = 'version') as version
  into columns
  from (
    select attname::text as named, format(pair, attname, format('%s: [null, ', to_json(attname)), format('%s: [', to_json(attname))) as told
    from pg_catalog.pg_attribute where attrelid = tg_relid and attnum > 0 and not attisdropped
  ) c
  where not named = any (silent);

  execute format($sql$
    with told as materialized (
      select n.company_id, n.id, n.%1$I as root_id, %2$s as version, concat_ws(', ', %3$s) as plain, nullif(concat_ws(', ', %4$s), '') as personal
      from %5$s
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
    select company_id, $1, $2, $3, $4, $5, $6, $7, id, $8, root_id, version, $9, plain, digest, $10, $11 from digested
  $sql$, tg_argv[2], columns.version, columns.plain, columns.personal, rows)
  using actor_kind, nullif(current_setting('leadroom.actor_id', true), '')::integer,
    nullif(current_setting('leadroom.on_behalf_of', true), '')::integer, current_setting('leadroom.channel'),
    current_setting('leadroom.change_set')::uuid, current_setting('leadroom.act'), tg_argv[0], tg_argv[1],
    case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end,
    nullif(current_setting('leadroom.reason', true), ''), nullif(current_setting('leadroom.request_id', true), '');
  return null;
end $$;
