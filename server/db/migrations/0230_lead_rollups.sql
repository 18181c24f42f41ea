-- What the dashboards say, kept beside the leads: how many came on each day, and what became of them, by source, by reason, by
-- person. It is folded together from the deltas of the exact totals; docs/decisions/036-roll-ups.md.

alter table lead_count_deltas add column reason_code text, add column response_bucket integer;

-- How long sales took to answer a valid lead, in steps of a tenth: the middle of a step is at most 5 % off.
create function response_bucket(validated_at timestamptz, first_response_at timestamptz) returns integer
  language sql immutable parallel safe
  return case when validated_at is not null and first_response_at is not null
    then floor(ln(greatest(extract(epoch from first_response_at - validated_at)::double precision, 1)) / ln(1.1::double precision))::integer end;

create function utc_day(at timestamptz) returns integer
  language sql immutable parallel safe
  return (at at time zone 'UTC')::date - date '1970-01-01';

create table lead_rollups (
  company_id integer not null,
  axis       text not null check (axis in ('source', 'reason', 'qa', 'sales', 'response')),
  -- Blocks of 4^level days in UTC, counted from 1970: any range of days is a few blocks.
  level      integer not null check (level between 0 and 6),
  block      integer not null,
  -- Which source, reason or person.
  key        text not null,
  -- The status; for valid leads what sales made of them; on the axis of responses the step of the time.
  part       text not null,
  n          bigint not null,
  primary key (company_id, axis, level, block, key, part)
);
select tenant_table('lead_rollups', history => false);

-- What a company's roll-ups have seen. Without a row, or from before the floor of the deltas, they are not believed.
create table lead_rollup_states (
  company_id integer primary key,
  snapshot   pg_snapshot not null,
  since      xid8 not null generated always as (pg_snapshot_xmin(snapshot)) stored
);
select tenant_table('lead_rollup_states', history => false);

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

-- As before, with the two new columns.
create or replace function count_added_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket)
  select company_id, tg_argv[0]::integer * count(*), kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket(validated_at, first_response_at) as response_bucket
  from rows where deleted_at is null
  group by company_id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at, reason_code,
    response_bucket(validated_at, first_response_at);
  get diagnostics changed = row_count;
  perform watch_lead_counts(changed);
  return null;
end $$;

create or replace function count_changed_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  insert into lead_count_deltas (company_id, n, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at,
    reason_code, response_bucket)
  select company_id, sum(n), kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at, reason_code,
    response_bucket(validated_at, first_response_at)
  from (
    select 1 as n, a.* from after_rows a where a.deleted_at is null
    union all
    select -1, b.* from before_rows b where b.deleted_at is null
  ) both_sides
  group by company_id, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at, validated_at, reason_code,
    response_bucket(validated_at, first_response_at)
  having sum(n) <> 0;
  get diagnostics changed = row_count;
  perform watch_lead_counts(changed);
  return null;
end $$;

-- The days at the two ends of a range begin and end where the person is: their hours are read from the leads, in the index alone.
drop index leads_newest;
create index leads_newest on leads (company_id, created_at desc, id desc)
  include (kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, reason_code, validated_at, first_response_at)
  where deleted_at is null;
-- Lists by reason: few of all leads, and no other lead is in it.
create index leads_reason on leads (company_id, reason_code, created_at desc, id desc)
  include (kind) where deleted_at is null and status = 'invalid';
