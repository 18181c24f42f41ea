-- History is most of what storing many rows costs: each row's fields are taken apart once, and sorted into plain and
-- personal as they come. What it writes is what it wrote before.
create or replace function record_changes() returns trigger language plpgsql set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  actor_kind text := nullif(current_setting('leadroom.actor_kind', true), '');
  personal text[] := string_to_array(tg_argv[3], ',');
  silent text[] := string_to_array(tg_argv[4], ',');
  rows text;
  pairs text;
begin
  if actor_kind is null then
    raise exception 'a write without an actor, to %', tg_argv[0] using errcode = 'LR001';
  end if;

  if tg_op = 'DELETE' then
    select '{company_id,id,version,updated_at}'::text[] || array_agg(attname::text) into silent
    from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '';
  end if;

  rows := case tg_op
    when 'INSERT' then 'select company_id, to_jsonb(n) as row from after_rows n'
    when 'DELETE' then 'select company_id, to_jsonb(o) as row from before_rows o'
    else 'select n.company_id, to_jsonb(n) as row, to_jsonb(o) - $2 as old
      from before_rows o join after_rows n on n.company_id = o.company_id and n.id = o.id'
  end;
  pairs := case tg_op
    when 'INSERT' then 'select key, jsonb_build_array(null, value) as pair from jsonb_each(c.row - $2) where value <> ''null'''
    when 'DELETE' then 'select key, jsonb_build_array(value, null) as pair from jsonb_each(c.row - $2) where value <> ''null'''
    else 'select key, jsonb_build_array(c.old -> key, value) as pair from jsonb_each(c.row - $2) where value <> c.old -> key'
  end;

  execute format($sql$
    with changed as materialized (
      select c.company_id, c.row, f.plain, f.personal, uuid_send(gen_random_uuid()) as salt
      from (%s) c, lateral (
        select count(*) as fields, jsonb_object_agg(key, pair) filter (where not key = any($1)) as plain,
          jsonb_object_agg(key, pair) filter (where key = any($1)) as personal
        from (%s) p
      ) f
      where f.fields > 0
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
      $4, (row->>'id')::bigint, $5, (row->>$6)::bigint, (row->>'version')::integer, $7, coalesce(plain, '{}'), digest,
      nullif(current_setting('leadroom.reason', true), ''), nullif(current_setting('leadroom.request_id', true), '')
    from digested
  $sql$, rows, pairs)
  using personal, silent, actor_kind, tg_argv[0], tg_argv[1], tg_argv[2],
    case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end;
  return null;
end $$;
