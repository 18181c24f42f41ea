-- What each person on an assignment list takes, how much of it, and when.
alter table assignment_entries
  add column daily_cap integer check (daily_cap between 1 and 1000),
  add column open_cap integer check (open_cap between 1 and 10000),
  -- Empty takes all.
  add column accepts_countries text[] not null default '{}',
  add column accepts_sources text[] not null default '{}',
  add column accepts_categories text[] not null default '{}',
  -- The first day back, where the person is.
  add column away_until date;
drop trigger versions on assignment_entries;
create trigger versions before update of status, weight, daily_cap, open_cap, accepts_countries, accepts_sources, accepts_categories,
  away_until on assignment_entries for each row execute function count_version();

-- What somebody holds and has not decided is counted here, up to their cap.
create index leads_open_of_qa on leads (company_id, assigned_qa)
  where deleted_at is null and status in ('assigned', 'in-progress', 'on_hold');
create index leads_open_of_sales on leads (company_id, sales_person)
  where deleted_at is null and status = 'valid' and coalesce(enquiry_status, 'open') not in ('won', 'lost');

-- Whoever holds fewer open leads may be under their cap again: then the waiting leads are looked at. Nothing is
-- compared in companies without such caps, nor while no lead waits.
create function wake_capped() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from assignment_entries where company_id = current_company() and open_cap is not null)
    or not exists (select from assignment_queue where company_id = current_company()) then return null; end if;
  if exists (
    select from before_rows o join after_rows n on n.company_id = o.company_id and n.id = o.id
    where (o.deleted_at is null and o.status in ('assigned', 'in-progress', 'on_hold')
        and not (n.deleted_at is null and n.status in ('assigned', 'in-progress', 'on_hold') and n.assigned_qa = o.assigned_qa))
      or (o.deleted_at is null and o.status = 'valid' and o.sales_person is not null and coalesce(o.enquiry_status, 'open') not in ('won', 'lost')
        and not (n.deleted_at is null and n.status = 'valid' and coalesce(n.enquiry_status, 'open') not in ('won', 'lost')
          and coalesce(n.sales_person = o.sales_person, false)))
  ) then perform mark_due('assign'); end if;
  return null;
end $$;
create trigger wakes_capped after update on leads referencing old table as before_rows new table as after_rows
  for each statement execute function wake_capped();

-- Whoever has the earlier valid leads of an e-mail domain; chosen by it, the lead is a gift, which counts as received.
alter table assignment_decisions add column sticky integer;
alter table assignment_days add column gifts integer not null default 0;
create or replace function count_assignment_days() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into assignment_days (company_id, list, staff_id, day, received, gifts, share)
  select d.company_id, d.list, due.staff_id, (d.at at time zone 'UTC')::date, count(*) filter (where due.staff_id = d.chosen),
    count(*) filter (where due.staff_id = d.chosen and due.staff_id = d.sticky), sum(due.share)
  from decided d, lateral (
    select c.staff_id, c.weight / sum(c.weight) over () as share
    from jsonb_to_recordset(d.considered) as c (staff_id integer, weight double precision, reason text)
    where c.reason is null and c.weight > 0
  ) due
  where d.mode = 'auto'
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (company_id, list, staff_id, day) do update set received = assignment_days.received + excluded.received,
    gifts = assignment_days.gifts + excluded.gifts, share = assignment_days.share + excluded.share;
  return null;
end $$;

-- How a list chooses, beside the settings of its people.
create table assignment_settings (
  company_id integer not null,
  id         bigint generated always as identity,
  list       text not null check (list in ('qa', 'sales')),
  -- Further leads of an e-mail domain go to whoever has its earlier ones.
  sticky     boolean not null default true,
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id, list)
);
create trigger versions before update on assignment_settings for each row execute function count_version();
select tenant_table('assignment_settings');

-- The categories of the catalogue, for whoever says which of them they take.
create index products_category on products (company_id, category) where deleted_at is null and category is not null;
