-- What the rotation owed to and gave each person, day by day (UTC): lists show the last days without reading every
-- decision. Kept from the decisions themselves, in their transaction.

create table assignment_days (
  company_id integer not null,
  list       text not null check (list in ('qa', 'sales')),
  staff_id   integer not null,
  day        date not null,
  received   integer not null,
  -- The person's part of every lead that they could have taken.
  share      double precision not null,
  primary key (company_id, list, staff_id, day)
);
select tenant_table('assignment_days', history => false, grants => 'select, insert, update');

create function count_assignment_days() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into assignment_days (company_id, list, staff_id, day, received, share)
  select d.company_id, d.list, due.staff_id, (d.at at time zone 'UTC')::date, count(*) filter (where due.staff_id = d.chosen), sum(due.share)
  from decided d, lateral (
    select c.staff_id, c.weight / sum(c.weight) over () as share
    from jsonb_to_recordset(d.considered) as c (staff_id integer, weight double precision, reason text)
    where c.reason is null and c.weight > 0
  ) due
  where d.mode = 'auto'
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (company_id, list, staff_id, day) do update
    set received = assignment_days.received + excluded.received, share = assignment_days.share + excluded.share;
  return null;
end $$;
create trigger assignment_days after insert on assignment_decisions referencing new table as decided
  for each statement execute function count_assignment_days();
