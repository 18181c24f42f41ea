-- The keys are made from the rows as the trigger is given them, without reading the leads again. That each belongs to a lead holds
-- by the triggers alone: a foreign key would ask the leads once more for each of a lead's keys, would lock the row that it is about,
-- and in a database of which nothing is known yet would walk all leads of the company each time.
alter table duplicate_keys drop constraint duplicate_keys_company_id_lead_id_fkey;
alter table duplicate_checks drop constraint duplicate_checks_company_id_lead_id_fkey;
create function remove_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from duplicate_keys d using before_rows o where d.company_id = o.company_id and d.lead_id = o.id;
  delete from duplicate_checks d using before_rows o where d.company_id = o.company_id and d.lead_id = o.id;
  return null;
end $$;
create trigger duplicate_keys_delete after delete on leads referencing old table as before_rows
  for each statement execute function remove_duplicate_keys();

create function add_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into duplicate_keys (company_id, lead_id, kind, key, at)
  select l.company_id, l.id, k.kind, k.key, l.created_at
  from after_rows l, duplicate_keys_of(l.email, l.phone, l.name, l.company) k
  where l.deleted_at is null;
  insert into duplicate_checks (company_id, lead_id, apart) select company_id, id, false from after_rows where deleted_at is null;
  if found then
    perform mark_due('duplicates');
  end if;
  return null;
end $$;
drop trigger duplicate_keys_insert on leads;
create trigger duplicate_keys_insert after insert on leads referencing new table as after_rows
  for each statement execute function add_duplicate_keys();

create or replace function keep_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner integer;
  touched bigint[];
begin
  for owner, touched in
    -- Full: the plan of one row is kept for thousands, and is never a nested loop.
    select n.company_id, array_agg(n.id) from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
    where (o.email, o.phone, o.name, o.company, o.kind, o.deleted_at is null, o.status = 'invalid')
      is distinct from (n.email, n.phone, n.name, n.company, n.kind, n.deleted_at is null, n.status = 'invalid')
    group by 1
  loop
    delete from duplicate_keys d using unnest(touched) as t (id) where d.company_id = owner and d.lead_id = t.id;
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from unnest(touched) as t (id) cross join lateral (select * from leads where company_id = owner and id = t.id offset 0) l,
      duplicate_keys_of(l.email, l.phone, l.name, l.company) k
    where l.deleted_at is null;
    insert into duplicate_checks (company_id, lead_id, apart) select owner, unnest(touched), true;
    perform mark_due('duplicates');
  end loop;
  return null;
end $$;
