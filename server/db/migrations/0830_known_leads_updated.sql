-- What a lead is called where it comes from: the record ID of another system, or a customer number. An import finds it by that. Not unique:
-- deleted leads keep theirs and may be restored.
alter table leads add column external_id text check (external_id <> '' and length(external_id) <= 100);

-- Its values may have to be erased: it joins the personal columns of the history, whichever these are by now.
do $$
declare
  t record;
begin
  for t in
    select tgname as name, substr(tgname, length('history_') + 1) as kind,
      (string_to_array(encode(tgargs, 'escape'), '\000'))[:tgnargs] as told
    from pg_trigger where tgrelid = 'leads'::regclass and tgname in ('history_insert', 'history_update', 'history_delete')
  loop
    execute format('create or replace trigger %I after %s on leads referencing %s for each statement execute function record_changes(%s)',
      t.name, t.kind,
      case t.kind when 'insert' then 'new table as after_rows' when 'delete' then 'old table as before_rows'
        else 'old table as before_rows new table as after_rows' end,
      (select string_agg(quote_literal(case when place = 4 then arg || ',external_id' else arg end), ', ' order by place)
        from unnest(t.told) with ordinality as a (arg, place)));
  end loop;
end $$;

create function forget_external_id() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.external_id := null;
  return new;
end $$;
create trigger external_id_erased before update of erased_at on leads for each row
  when (new.erased_at is not null and old.erased_at is null and new.external_id is not null) execute function forget_external_id();

-- By which values a row is known: email, phone.
alter table import_rows add column known_by text[];

-- Known leads that an import changed. What it changed comes back by the history of its change set.
create table imported_leads (
  company_id integer not null,
  import_id  bigint not null,
  lead_id    bigint not null,
  change_set uuid not null,
  -- Of one that keeps some of it after the import was reverted: who had changed it last.
  touched_at timestamptz,
  touched_by bigint,
  primary key (company_id, import_id, lead_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index imported_leads_lead on imported_leads (company_id, lead_id);
create index imported_leads_kept on imported_leads (company_id, import_id, lead_id) where touched_at is not null;
select tenant_table('imported_leads', history => false);
