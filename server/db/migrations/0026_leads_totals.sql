-- Exact totals without counting: how many leads a filter found at one point in time, and every change since. A total is the
-- stored count and the changes that its snapshot did not see; docs/decisions/010-stored-counts.md.

-- ── Changes ──────────────────────────────────────────────────────────────────

-- What each statement took away from and added to the leads that lists count. The columns are the filters of lists and the sums
-- of dashboards, under their names in leads, so that one condition reads both; what a statement did not change cancels out.
create table lead_count_deltas (
  company_id      integer not null,
  -- The transaction that made the change, for pg_visible_in_snapshot.
  xid             xid8 not null default pg_current_xact_id(),
  id              bigint generated always as identity,
  n               integer not null,
  kind            text not null,
  source          text not null,
  status          text not null,
  enquiry_status  text,
  assigned_qa     integer,
  sales_person    integer,
  quarantined_by  bigint,
  created_at      timestamptz not null,
  validated_at    timestamptz,
  reason_code     text,
  response_bucket integer,
  in_time         boolean,
  primary key (company_id, xid, id)
);
select tenant_table('lead_count_deltas', history => false, grants => 'select, insert, delete');

-- Deltas of earlier transactions are gone: a count whose snapshot began before this one is of no use any more.
create table lead_count_floors (
  company_id integer primary key,
  xid        xid8 not null
);
select tenant_table('lead_count_floors', history => false, grants => 'select, insert, update');

-- How long sales took to answer a valid lead, in steps of a tenth: the middle of a step is at most 5 % off.
create function response_bucket(validated_at timestamptz, first_response_at timestamptz) returns integer
  language sql immutable parallel safe
  return case when validated_at is not null and first_response_at is not null
    then floor(ln(greatest(extract(epoch from first_response_at - validated_at)::double precision, 1)) / ln(1.1::double precision))::integer end;

-- Whether an answered lead was answered in time; null while it was not, and where no clock ran.
create function answered_in_time(answered boolean, took_ms bigint, target_ms bigint) returns boolean
  language sql immutable parallel safe
  return case when answered then took_ms <= target_ms end;

-- Now and then, about every two thousand, the due-worker is asked to fold the deltas.
create function watch_lead_counts(changed integer) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if random() * 2000 < changed then perform mark_due('lead-counts'); end if;
end $$;

-- For leads that come or go; the argument says which: 1 or -1.
create function count_added_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket, in_time)
  select company_id, tg_argv[0]::integer * count(*), kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket, in_time
  from (
    select r.*, response_bucket(r.validated_at, r.first_response_at) as response_bucket,
      case when r.first_response_at is not null then (select answered_in_time(k.answered_at is not null, k.took_ms, k.target_ms) from lead_clocks k
        where k.company_id = r.company_id and k.lead_id = r.id and k.clock = 'response') end as in_time
    from rows r where r.deleted_at is null
  ) counted
  group by company_id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at, reason_code,
    response_bucket, in_time;
  get diagnostics changed = row_count;
  perform watch_lead_counts(changed);
  return null;
end $$;

create function count_changed_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket, in_time)
  select company_id, sum(n), kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at, reason_code,
    response_bucket, in_time
  from (
    select b.*, response_bucket(b.validated_at, b.first_response_at) as response_bucket,
      case when b.first_response_at is not null then (select answered_in_time(k.answered_at is not null, k.took_ms, k.target_ms) from lead_clocks k
        where k.company_id = b.company_id and k.lead_id = b.id and k.clock = 'response') end as in_time
    from (
      select 1 as n, a.* from after_rows a where a.deleted_at is null
      union all
      select -1, b.* from before_rows b where b.deleted_at is null
    ) b
  ) both_sides
  group by company_id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at, reason_code,
    response_bucket, in_time
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

-- For clocks that come or go, as above.
create function count_added_clocks() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket, in_time)
  select l.company_id, side.n * tg_argv[0]::integer, l.kind, l.source, l.status, l.enquiry_status, l.assigned_qa, l.sales_person, l.quarantined_by, l.created_at,
    l.validated_at, l.reason_code, response_bucket(l.validated_at, l.first_response_at), side.in_time
  from clocks c
  join leads l on l.company_id = c.company_id and l.id = c.lead_id and l.deleted_at is null and l.first_response_at is not null
  cross join lateral (values (-1, null), (1, answered_in_time(true, c.took_ms, c.target_ms))) side (n, in_time)
  where c.clock = 'response' and c.answered_at is not null and c.took_ms is not null;
  get diagnostics changed = row_count;
  perform watch_lead_counts(changed);
  return null;
end $$;

-- A clock with another answer than before: the lead is taken away with the old answer and added with the new one.
create function count_changed_clocks() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket, in_time)
  select l.company_id, side.n, l.kind, l.source, l.status, l.enquiry_status, l.assigned_qa, l.sales_person, l.quarantined_by, l.created_at, l.validated_at,
    l.reason_code, response_bucket(l.validated_at, l.first_response_at), side.in_time
  from (
    select coalesce(n.company_id, o.company_id) as company_id, coalesce(n.lead_id, o.lead_id) as lead_id,
      answered_in_time(o.answered_at is not null, o.took_ms, o.target_ms) as was, answered_in_time(n.answered_at is not null, n.took_ms, n.target_ms) as is_now
    from (select * from before_clocks where clock = 'response') o
    full join (select * from after_clocks where clock = 'response') n on n.company_id = o.company_id and n.lead_id = o.lead_id
  ) c
  join leads l on l.company_id = c.company_id and l.id = c.lead_id and l.deleted_at is null and l.first_response_at is not null
  cross join lateral (values (-1, c.was), (1, c.is_now)) side (n, in_time)
  where c.was is distinct from c.is_now;
  get diagnostics changed = row_count;
  perform watch_lead_counts(changed);
  return null;
end $$;

create trigger counts_added after insert on lead_clocks referencing new table as clocks
  for each statement execute function count_added_clocks('1');
create trigger counts_changed after update on lead_clocks referencing old table as before_clocks new table as after_clocks
  for each statement execute function count_changed_clocks();
create trigger counts_removed after delete on lead_clocks referencing old table as clocks
  for each statement execute function count_added_clocks('-1');

-- ── Stored counts ────────────────────────────────────────────────────────────

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

-- Where to begin reading for a page far down a filter's default order: points in time, and how many leads are newer than each.
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

-- ── Roll-ups ─────────────────────────────────────────────────────────────────
-- The sums of the dashboards: how many leads came on each day, and what became of them, by source, by reason, by person, folded
-- from the deltas; docs/decisions/036-roll-ups.md and 054-sales-in-time.md.

create table lead_rollups (
  company_id integer not null,
  axis       text not null check (axis in ('source', 'reason', 'qa', 'sales', 'response', 'sla')),
  -- Blocks of 4^level days, counted from 1970: any range of days is a few blocks.
  level      integer not null check (level between 0 and 6),
  block      integer not null,
  -- Which source, reason or person.
  key        text not null,
  -- The status; for valid leads the enquiry status; on the axis of responses the step of the time.
  part       text not null,
  n          bigint not null,
  primary key (company_id, axis, level, block, key, part)
);
select tenant_table('lead_rollups', history => false);

-- What a company's roll-ups have seen. Without a row, or from before the floor of the deltas, they are not used.
create table lead_rollup_states (
  company_id    integer primary key,
  snapshot      pg_snapshot not null,
  since         xid8 not null generated always as (pg_snapshot_xmin(snapshot)) stored,
  -- Their days begin where most of the company's people are, so that those have no hours at the ends of their days to read from
  -- the leads. One shift, not a zone: a day that daylight saving makes longer would have two beginnings.
  minutes_ahead integer not null default 0,
  -- Changes whenever they are folded: a reader knows by it whether they are still the same.
  stamp         uuid not null default gen_random_uuid()
);
select tenant_table('lead_rollup_states', history => false);

create function utc_day(at timestamptz) returns integer
  language sql immutable parallel safe
  return (at at time zone 'UTC')::date - date '1970-01-01';

-- The blocks that make up the days from `first` to before `next`.
create function day_blocks(first integer, next integer, out level integer, out from_block integer, out to_block integer)
  returns setof record language plpgsql immutable rows 8 set search_path = public, pg_temp as $$
declare
  inner_first integer;
  inner_next integer;
begin
  level := 0;
  loop
    exit when first >= next;
    inner_first := (first + 3) & ~3;
    inner_next := next & ~3;
    if level = 6 or inner_first >= inner_next then
      from_block := first; to_block := next - 1; return next;
      exit;
    end if;
    if first < inner_first then from_block := first; to_block := inner_first - 1; return next; end if;
    if inner_next < next then from_block := inner_next; to_block := next - 1; return next; end if;
    first := inner_first >> 2;
    next := inner_next >> 2;
    level := level + 1;
  end loop;
end $$;
