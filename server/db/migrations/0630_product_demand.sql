-- What people ask for: which leads ask for which product, or for a name that is none; added up by day. A write of a lead only notes that
-- the lead has changed; due work compares what was counted of it with what it says now. docs/decisions/088-demand-of-products.md.

-- ── Days and names ───────────────────────────────────────────────────────────

-- Where the company's days begin: in the zone of its default calendar, else where most of its people are.
create function company_zone() returns text language plpgsql stable set search_path = public, pg_temp as $$
declare
  zone text := coalesce(
    (select c.time_zone from working_calendars c where c.company_id = current_company()
      order by coalesce(c.default_at, '-infinity') desc, c.id limit 1),
    (select s.time_zone from staff s where s.company_id = current_company() group by s.time_zone order by count(*) desc, s.time_zone limit 1),
    'UTC');
begin
  perform now() at time zone zone;
  return zone;
-- One that this server does not know.
exception when invalid_parameter_value then
  return 'UTC';
end $$;
create function company_today() returns date language sql stable set search_path = public, pg_temp
  as $$ select (now() at time zone company_zone())::date $$;
-- When the first of the last so many days began, today among them.
create function company_days_began(days integer) returns timestamptz language sql stable set search_path = public, pg_temp
  as $$ select (company_today() - (days - 1))::timestamp at time zone company_zone() $$;

-- By what names of products are compared: without case, with one blank for punctuation, and one between a number and its unit. Signs
-- between digits stay: 1.5 and 1/5 are two things.
create function product_key(value text) returns text language sql immutable parallel safe strict
  return left(coalesce(nullif(btrim(
    regexp_replace(regexp_replace(fold(value) collate "und-x-icu", '(?<![0-9])[./,]|[./,](?![0-9])|[^[:alnum:]./,]', ' ', 'g'),
      '([0-9])([[:alpha:]])|\s+', '\1 \2', 'g')), ''), btrim(fold(value))), 300);

-- ── What was counted ─────────────────────────────────────────────────────────

-- Leads that have changed since they were counted. Rows are only added, so that no writer waits for another.
create table demand_queue (
  company_id integer not null,
  id         bigint generated always as identity,
  lead_id    bigint not null,
  primary key (company_id, id)
);

-- Each lead once for each product that it asks for, and for each name that is no product: the other one is 0, or empty.
create table product_asks (
  company_id integer not null,
  lead_id    bigint not null,
  product_id bigint not null default 0,
  key        text not null default '',
  -- The name as it was sent.
  text       text not null,
  at         timestamptz not null,
  day        date not null,
  state      text not null check (state in ('valid', 'invalid', 'open')),
  primary key (company_id, lead_id, product_id, key)
);
create index product_asks_newest on product_asks (company_id, product_id, key, at desc) include (state, lead_id);

create table product_demand_days (
  company_id integer not null,
  product_id bigint not null default 0,
  key        text not null default '',
  day        date not null,
  asked      integer not null,
  valid      integer not null,
  invalid    integer not null,
  primary key (company_id, product_id, key, day)
);

-- The last 30 and 90 days of each product, today among them, for lists to be sorted by. A product has a row from its beginning.
create table product_demand (
  company_id   integer not null,
  product_id   bigint not null,
  asked_30     integer not null default 0,
  asked_90     integer not null default 0,
  valid_90     integer not null default 0,
  decided_90   integer not null default 0,
  last_lead_at timestamptz,
  primary key (company_id, product_id)
);
create index product_demand_most on product_demand (company_id, asked_90 desc, product_id desc);

-- The same of names that are no product's.
create table unmatched_names (
  company_id integer not null,
  id         bigint generated always as identity,
  key        text not null,
  text       text not null,
  asked      integer not null,
  asked_90   integer not null,
  valid_90   integer not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  primary key (company_id, key)
);

-- As of which day, in which zone, the sums are.
create table product_demand_states (
  company_id integer primary key,
  zone       text not null,
  today      date not null
);

-- Forced row-level security binds the owner too: one company after the other.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    insert into product_demand (company_id, product_id) select company_id, id from products where company_id = owner;
    insert into demand_queue (company_id, lead_id) select distinct company_id, lead_id from lead_items where company_id = owner order by 2;
    if found then perform mark_due('product-demand'); end if;
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;

select tenant_table('demand_queue', history => false, grants => 'select, insert, delete');
select tenant_table('product_asks', history => false);
select tenant_table('product_demand_days', history => false);
select tenant_table('product_demand', history => false);
select tenant_table('unmatched_names', history => false);
select tenant_table('product_demand_states', history => false);

-- ── What is noted ────────────────────────────────────────────────────────────

-- Work for a moment that many writers share: most find it noted already.
create function watch_demand() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform mark_due_once('product-demand', to_timestamp(ceil(extract(epoch from now()) / 2) * 2));
end $$;

create function note_demand_of_lines() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into demand_queue (company_id, lead_id) select distinct company_id, lead_id from after_rows;
  elsif tg_op = 'DELETE' then
    insert into demand_queue (company_id, lead_id) select distinct company_id, lead_id from before_rows;
  else
    insert into demand_queue (company_id, lead_id)
    select company_id, lead_id from after_rows union select company_id, lead_id from before_rows;
  end if;
  if found then perform watch_demand(); end if;
  return null;
end $$;
create trigger demand_added after insert on lead_items referencing new table as after_rows
  for each statement execute function note_demand_of_lines();
create trigger demand_changed after update on lead_items referencing old table as before_rows new table as after_rows
  for each statement execute function note_demand_of_lines();
create trigger demand_removed after delete on lead_items referencing old table as before_rows
  for each statement execute function note_demand_of_lines();

-- Full: never planned as a nested loop, which the plan of a single row would be for thousands, too.
create function note_demand_of_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into demand_queue (company_id, lead_id)
  select n.company_id, n.id from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
  where (o.status, o.kind, o.created_at, o.deleted_at is null) is distinct from (n.status, n.kind, n.created_at, n.deleted_at is null);
  if found then perform watch_demand(); end if;
  return null;
end $$;
create trigger demand_changed after update on leads referencing old table as before_rows new table as after_rows
  for each statement execute function note_demand_of_leads();

create function begin_product_demand() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into product_demand (company_id, product_id) select company_id, id from after_rows on conflict do nothing;
  else
    delete from product_demand d using before_rows p where d.company_id = p.company_id and d.product_id = p.id;
  end if;
  return null;
end $$;
create trigger demand_begins after insert on products referencing new table as after_rows
  for each statement execute function begin_product_demand();
create trigger demand_ends after delete on products referencing old table as before_rows
  for each statement execute function begin_product_demand();
