-- Exact totals without counting: how many leads a filter found at one moment, and every change since that moment.
-- A total is the stored count and the changes that its snapshot did not see; docs/decisions/010-stored-counts.md.

-- What each statement took away from and added to the leads that lists count. The columns are those that lists are filtered
-- by, under their names in leads, so that one condition reads both; what a statement did not change cancels out.
create table lead_count_deltas (
  company_id     integer not null,
  -- The transaction that made the change, for pg_visible_in_snapshot.
  xid            xid8 not null default pg_current_xact_id(),
  id             bigint generated always as identity,
  n              integer not null,
  kind           text not null,
  source         text not null,
  status         text not null,
  enquiry_status text,
  assigned_qa    integer,
  sales_person   integer,
  quarantined_by bigint,
  created_at     timestamptz not null,
  validated_at   timestamptz,
  primary key (company_id, xid, id)
);
select tenant_table('lead_count_deltas', history => false, grants => 'select, insert, delete');

create table lead_counts (
  company_id integer not null,
  -- The digest of the filter.
  key        bytea not null,
  filter     jsonb not null,
  n          bigint not null,
  -- What the count saw.
  snapshot   pg_snapshot not null,
  -- The oldest transaction that it may not have seen.
  since      xid8 not null generated always as (pg_snapshot_xmin(snapshot)) stored,
  taken_at   timestamptz not null default now(),
  primary key (company_id, key)
);
create index on lead_counts (company_id, taken_at);
select tenant_table('lead_counts', history => false);

-- Where to begin reading for a page far down a filter's usual order: moments, and how many leads are newer than each.
create table lead_marks (
  company_id integer not null,
  key        bytea not null,
  moments    timestamptz[] not null,
  ranks      bigint[] not null,
  snapshot   pg_snapshot not null,
  -- The oldest transaction that it may not have seen.
  since      xid8 not null generated always as (pg_snapshot_xmin(snapshot)) stored,
  taken_at   timestamptz not null default now(),
  primary key (company_id, key)
);
create index on lead_marks (company_id, taken_at);
select tenant_table('lead_marks', history => false);

-- Deltas of earlier transactions are gone: a count whose snapshot began before this one is of no use any more.
create table lead_count_floors (
  company_id integer primary key,
  xid        xid8 not null
);
select tenant_table('lead_count_floors', history => false, grants => 'select, insert, update');

-- Now and then the due-worker is told to look after the deltas: about every two thousand.
create function watch_lead_counts(changed integer) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if random() * 2000 < changed then perform mark_due('lead-counts'); end if;
end $$;

-- For leads that come or go; the argument says which: 1 or -1.
create function count_added_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at)
  select company_id, tg_argv[0]::integer * count(*), kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at
  from rows where deleted_at is null
  group by company_id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at;
  get diagnostics changed = row_count;
  perform watch_lead_counts(changed);
  return null;
end $$;

create function count_changed_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at)
  select company_id, sum(n), kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at
  from (
    select 1 as n, a.* from after_rows a where a.deleted_at is null
    union all
    select -1, b.* from before_rows b where b.deleted_at is null
  ) both_sides
  group by company_id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at
  having sum(n) <> 0;
  get diagnostics changed = row_count;
  perform watch_lead_counts(changed);
  return null;
end $$;

create trigger counts_added after insert on leads referencing new table as rows
  for each statement execute function count_added_leads('1');
create trigger counts_changed after update on leads referencing old table as before_rows new table as after_rows
  for each statement execute function count_changed_leads();
create trigger counts_removed after delete on leads referencing old table as rows
  for each statement execute function count_added_leads('-1');
