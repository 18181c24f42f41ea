-- A company that nobody is named of: its lead is called as the company until somebody knows better. Null for all others, so that the history
-- has nothing of them.
alter table leads add column name_is_company boolean check (name_is_company);

-- A name that somebody gives it takes its place, and the name of the company that it is given follows.
create function keep_company_name() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.name = old.name and new.company is distinct from old.company and new.company is not null then
    new.name := new.company;
  elsif new.name is distinct from new.company then
    new.name_is_company := null;
  end if;
  return new;
end $$;
create trigger company_name before update of name, company on leads for each row
  when (old.name_is_company and new.name_is_company and (new.name, new.company) is distinct from (old.name, old.company))
  execute function keep_company_name();

-- Two leads of a company are not of the same person; and further emails and phones have keys, as the first ones have.
create or replace function add_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into duplicate_keys (company_id, lead_id, kind, key, at)
  select l.company_id, l.id, k.kind, k.key, l.created_at
  from after_rows l, duplicate_keys_of(l.email, l.phone, l.phone_sent, case when l.name_is_company then null else l.name end, l.company) k
  where l.deleted_at is null;
  if exists (select from after_rows where further is not null) then
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from after_rows l, duplicate_keys_further(l.further) k
    where l.deleted_at is null and l.further is not null
    on conflict do nothing;
  end if;
  insert into duplicate_checks (company_id, lead_id, apart) select company_id, id, false from after_rows where deleted_at is null;
  if found then
    perform mark_due('duplicates');
  end if;
  return null;
end $$;

create or replace function keep_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner integer;
  touched bigint[];
begin
  for owner, touched in
    -- Full: the plan of one row is kept for thousands, and is never a nested loop.
    select n.company_id, array_agg(n.id) from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
    where (o.email, o.phone, o.phone_sent, o.further, o.name, o.name_is_company, o.company, o.kind, o.deleted_at is null, o.status = 'invalid')
      is distinct from (n.email, n.phone, n.phone_sent, n.further, n.name, n.name_is_company, n.company, n.kind, n.deleted_at is null, n.status = 'invalid')
    group by 1
  loop
    delete from duplicate_keys d using unnest(touched) as t (id) where d.company_id = owner and d.lead_id = t.id;
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from unnest(touched) as t (id) cross join lateral (select * from leads where company_id = owner and id = t.id offset 0) l,
      duplicate_keys_of(l.email, l.phone, l.phone_sent, case when l.name_is_company then null else l.name end, l.company) k
    where l.deleted_at is null;
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from unnest(touched) as t (id)
      cross join lateral (select * from leads where company_id = owner and id = t.id and further is not null offset 0) l,
      duplicate_keys_further(l.further) k
    where l.deleted_at is null
    on conflict do nothing;
    insert into duplicate_checks (company_id, lead_id, apart) select owner, unnest(touched), true;
    perform mark_due('duplicates');
  end loop;
  return null;
end $$;
