-- Whether sales answered a valid lead in time, added up like everything else that the dashboards say; docs/decisions/054-sales-in-time.md.

alter table lead_count_deltas add column in_time boolean;
alter table lead_rollups drop constraint lead_rollups_axis_check;
alter table lead_rollups add constraint lead_rollups_axis_check check (axis in ('source', 'reason', 'qa', 'sales', 'response', 'sla'));

-- Of a lead that was answered; null while it was not, and where no clock ran.
create function answered_in_time(answered boolean, took_ms bigint, target_ms bigint) returns boolean
  language sql immutable parallel safe
  return case when answered then took_ms <= target_ms end;

-- As before, with whether it was in time, by the clock as it stands.
create or replace function count_added_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
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

create or replace function count_changed_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
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

-- A clock that says otherwise than before: the lead as it stands is taken away with the one answer and added with the other.
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

-- The same for those that come or go, which have one side alone.
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

create trigger counts_added after insert on lead_clocks referencing new table as clocks
  for each statement execute function count_added_clocks('1');
create trigger counts_changed after update on lead_clocks referencing old table as before_clocks new table as after_clocks
  for each statement execute function count_changed_clocks();
create trigger counts_removed after delete on lead_clocks referencing old table as clocks
  for each statement execute function count_added_clocks('-1');

-- All are made anew, with the new sums.
truncate lead_rollup_states, lead_rollups;
