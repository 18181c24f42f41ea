create function digits_in(value text) returns text language sql immutable parallel safe strict
  return regexp_replace(value, '[^0-9]', '', 'g');

-- A number that cannot be read makes duplicates too, by its digits as they were sent: without a country most cannot be read.
-- Null for what more than one enquirer may send without having anything in common: words, the beginning of a number, or keys
-- pressed in a row.
create function unread_phone(sent text) returns text language sql immutable parallel safe
  return case when sent ~ '^[0-9 ()+./-]+$' and digits_in(sent) ~ '^[0-9]{8,15}$'
    and digits_in(sent) !~ '^([0-9])\1*$' and strpos('01234567890123456789', digits_in(sent)) = 0 then digits_in(sent) end;

-- The keys of a lead with its number as it was sent, which counts where it could not be read.
create function duplicate_keys_of(email text, phone text, phone_sent text, name text, company text) returns table (kind text, key uuid)
  language sql stable parallel safe
begin atomic
  select k.kind, k.key from public.duplicate_keys_of(email, coalesce(phone, public.unread_phone(phone_sent)), name, company) k;
end;

create or replace function add_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into duplicate_keys (company_id, lead_id, kind, key, at)
  select l.company_id, l.id, k.kind, k.key, l.created_at
  from after_rows l, duplicate_keys_of(l.email, l.phone, l.phone_sent, l.name, l.company) k
  where l.deleted_at is null;
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
    where (o.email, o.phone, o.phone_sent, o.name, o.company, o.kind, o.deleted_at is null, o.status = 'invalid')
      is distinct from (n.email, n.phone, n.phone_sent, n.name, n.company, n.kind, n.deleted_at is null, n.status = 'invalid')
    group by 1
  loop
    delete from duplicate_keys d using unnest(touched) as t (id) where d.company_id = owner and d.lead_id = t.id;
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from unnest(touched) as t (id) cross join lateral (select * from leads where company_id = owner and id = t.id offset 0) l,
      duplicate_keys_of(l.email, l.phone, l.phone_sent, l.name, l.company) k
    where l.deleted_at is null;
    insert into duplicate_checks (company_id, lead_id, apart) select owner, unnest(touched), true;
    perform mark_due('duplicates');
  end loop;
  return null;
end $$;

-- The ids of the current company's leads in whose number, as it was sent, these digits stand together. As search_leads does, which
-- looks for numbers that could be read, it goes round row-level security to use an index; the migration hands it to the same role.
create function search_unread_phones(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.leads
  where company_id = public.current_company() and public.digits_in(phone_sent) like pattern and phone is null and phone_sent is not null and deleted_at is null;
end;
revoke all on function search_unread_phones from public;
grant execute on function search_unread_phones to leadroom_app;
