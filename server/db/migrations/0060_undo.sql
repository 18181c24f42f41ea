-- What was done can be undone: the history keeps enough to put back every row that it has seen.

-- A deleted row keeps all that it held, also what is no news: only so can it come back as it was. Times are written in UTC,
-- whoever writes, so that a value can be compared with the row's own.
create or replace function record_changes() returns trigger language plpgsql set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  actor_kind text := nullif(current_setting('leadroom.actor_kind', true), '');
  personal text[] := string_to_array(tg_argv[3], ',');
  silent text[] := string_to_array(tg_argv[4], ',');
  statement text;
begin
  if actor_kind is null then
    raise exception 'a write without an actor, to %', tg_argv[0] using errcode = 'LR001';
  end if;

  if tg_op = 'DELETE' then
    select '{company_id,id,version,updated_at}'::text[] || array_agg(attname::text) into silent
    from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '';
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

-- The evidence of a verdict names e-mail addresses and companies: where it is kept at all, it is personal.
drop trigger history_delete on lead_verdicts;
create trigger history_delete after delete on lead_verdicts referencing old table as before_rows
  for each statement execute function record_changes('lead_verdicts', 'leads', 'lead_id',
    'address,email,phone,website,comments,reason_note,evidence', 'lead_id,evidence,company_id,id,version,updated_at,search_text');

-- A change set is found, counted and listed by its newest row; a person's own by the person.
create index changes_of_set on changes (company_id, change_set, id);
drop index changes_company_id_change_set_idx;
create index changes_of_person on changes (company_id, actor_id, id) where actor_id is not null;

-- Which change sets were taken back, by which. Each at most once: whoever comes second finds the row.
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

-- A call that is repeated under its key names the change set that its first run made.
alter table idempotency_keys add column change_set uuid;
