-- Which person gets which lead, and why.

-- ── Lists and their people ───────────────────────────────────────────────────

-- One row per company and list: the rotation locks it while it chooses.
create table assignment_lists (
  company_id integer not null,
  id         bigint generated always as identity,
  list       text not null check (list in ('qa', 'sales')),
  -- Why leads wait, said once for the list instead of in each of them: up to the newest that the last look has seen, by kind
  -- of lead: {kind: {why, returned, able}}; see why_it_waits.
  seen       bigint not null default 0,
  words      jsonb not null default '{}',
  -- The people who keep the list were notified of the waiting leads that were stored then. No time says that, since a
  -- transaction may begin before and be stored after.
  told       pg_snapshot,
  primary key (company_id, id),
  unique (company_id, list)
);
select tenant_table('assignment_lists', history => false);

-- How a list chooses, beside the settings of its people.
create table assignment_settings (
  company_id         integer not null,
  id                 bigint generated always as identity,
  list               text not null check (list in ('qa', 'sales')),
  -- Further leads of an email domain go to the owner of its earlier ones.
  sticky             boolean not null default true,
  updated_at         timestamptz not null default now(),
  version            integer not null default 1,
  -- After how many minutes of waiting the people who keep the list are notified; null: never.
  alert_minutes      integer check (alert_minutes between 1 and 10080),
  -- Within how many working minutes a sales rep is to accept a lead; null: it is not checked.
  acceptance_minutes integer check (acceptance_minutes between 1 and 10080),
  -- How many leads somebody counts as behind their fair share at most: more are not made up for.
  most_credit        integer not null default 3 check (most_credit between 0 and 50),
  -- Whether an overdue lead that its QA person has not started waits again, for somebody else.
  release_overdue    boolean not null default false,
  primary key (company_id, id),
  unique (company_id, list)
);
create trigger versions before update on assignment_settings for each row execute function count_version();
select tenant_table('assignment_settings');

-- The people of a list: which leads each takes, how many, and when.
create table assignment_entries (
  company_id         integer not null,
  id                 bigint generated always as identity,
  list               text not null check (list in ('qa', 'sales')),
  staff_id           integer not null,
  status             text not null default 'active' check (status in ('active', 'paused')),
  weight             numeric(4, 2) not null default 1 check (weight between 0 and 5),
  -- The fair share while eligible, and the leads received by rotation: their difference decides.
  expected           double precision not null default 0,
  received           integer not null default 0,
  last_assigned_at   timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  version            integer not null default 1,
  daily_cap          integer check (daily_cap between 1 and 1000),
  open_cap           integer check (open_cap between 1 and 10000),
  -- Empty takes all.
  accepts_countries  text[] not null default '{}',
  accepts_sources    text[] not null default '{}',
  accepts_categories text[] not null default '{}',
  -- The first day back, where the person is.
  away_until         date,
  -- The shift; null: always.
  calendar_id        bigint,
  primary key (company_id, id),
  unique (company_id, list, staff_id),
  foreign key (company_id, staff_id) references identity.memberships (company_id, id),
  foreign key (company_id, calendar_id) references working_calendars (company_id, id)
);
create index assignment_entries_calendar on assignment_entries (company_id, calendar_id) where calendar_id is not null;
create trigger versions before update of status, weight, daily_cap, open_cap, accepts_countries, accepts_sources, accepts_categories,
  away_until, calendar_id on assignment_entries for each row execute function count_version();
select tenant_table('assignment_entries', silent => '{expected,received,last_assigned_at}');

-- Locks the people of a list until the transaction ends: nobody may deactivate one while leads are given out.
create function hold_list(of_list text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select from identity.memberships
  where company_id = public.current_company() and id = any (array(
    select e.staff_id from public.assignment_entries e
    where e.company_id = public.current_company() and e.list = of_list and e.status = 'active'))
  order by id for share;
end;
revoke all on function hold_list from public;
grant execute on function hold_list to leadroom_app;

-- ── Decisions ────────────────────────────────────────────────────────────────

-- Each decision with all its inputs, so that it can be explained and repeated.
create table assignment_decisions (
  company_id  integer not null,
  id          bigint generated always as identity,
  lead_id     bigint not null,
  list        text not null check (list in ('qa', 'sales')),
  mode        text not null check (mode in ('auto', 'staff', 'self', 'bulk')),
  chosen      integer,
  -- The owner before, when it changed hands.
  replaced    integer,
  -- [{staff_id, eligible, reason, weight, expected, received, last_assigned_at}], before this decision counted.
  considered  jsonb not null default '[]',
  tie_break   text,
  change_set  uuid not null,
  at          timestamptz not null default clock_timestamp(),
  -- The owner of the domain's earlier valid leads; chosen for that, the lead is a gift, which counts as received.
  sticky      integer,
  -- Why a lead was passed on automatically.
  occasion    text check (occasion in ('taken_off', 'not_accepted')),
  -- The setting when the rotation chose; null for a person chosen by hand.
  most_credit integer,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on assignment_decisions (company_id, lead_id, id desc);
create index on assignment_decisions (company_id, list, chosen, at desc);
select tenant_table('assignment_decisions', history => false, grants => 'select, insert');

-- What the rotation owed to and gave each person, day by day (UTC): lists show the last days without reading every decision.
create table assignment_days (
  company_id integer not null,
  list       text not null check (list in ('qa', 'sales')),
  staff_id   integer not null,
  day        date not null,
  received   integer not null,
  -- The person's part of every lead that they could have taken.
  share      double precision not null,
  gifts      integer not null default 0,
  primary key (company_id, list, staff_id, day)
);
select tenant_table('assignment_days', history => false, grants => 'select, insert, update');

create function count_assignment_days() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
create trigger assignment_days after insert on assignment_decisions referencing new table as decided
  for each statement execute function count_assignment_days();

-- ── The queue ────────────────────────────────────────────────────────────────

-- Leads that wait for a person, in order of arrival.
create table assignment_queue (
  company_id    integer not null,
  id            bigint generated always as identity,
  list          text not null check (list in ('qa', 'sales')),
  lead_id       bigint not null,
  waiting_since timestamptz not null default now(),
  -- The transaction that stored it; see assignment_lists.told.
  tx            xid8 default pg_current_xact_id(),
  primary key (company_id, id),
  unique (company_id, list, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000);
create index on assignment_queue (company_id, list, id);
select tenant_table('assignment_queue', history => false);

-- The places of leads that an act took out of the queue: undoing the act gives them back.
create table assignment_places (
  company_id    integer not null,
  change_set    uuid not null,
  list          text not null,
  lead_id       bigint not null,
  -- Of its row in the queue.
  id            bigint not null,
  waiting_since timestamptz not null,
  tx            xid8,
  left_at       timestamptz not null default now(),
  primary key (company_id, change_set, list, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on assignment_places (company_id, left_at);
select tenant_table('assignment_places', history => false, grants => 'select, insert, delete');

-- The reason of a lead `l` in the queue `q` of the list `a`; null until the rotation has looked at it.
create function why_it_waits(q assignment_queue, a assignment_lists, l leads) returns text language sql stable
  return case when q.id <= a.seen then case
    when q.list = 'qa' and a.words -> l.kind -> 'able' @> to_jsonb(l.released_by)
      then replace(a.words -> l.kind ->> 'returned', 'has given it back', coalesce(l.released_how, 'has given it back'))
    else a.words -> l.kind ->> 'why' end end;

-- ── What makes the rotation look at the queue again ──────────────────────────

-- A person who gains a permission or comes back may be able to take leads that wait.
create function identity.wake_assignment() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into identity.due (company_id, kind) values (new.company_id, 'assign');
  return null;
end $$;
create trigger wakes_assignment after update of permissions, status on identity.memberships for each row
  when (new.status = 'active' and (old.status <> 'active' or not old.permissions @> new.permissions))
  execute function identity.wake_assignment();

-- A person whose days begin at another time may be back, or under their cap, and their leads on hold may return.
create function identity.wake_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into identity.due (company_id, kind)
  select m.company_id, kind from identity.memberships m cross join (values ('assign'), ('wake')) as work (kind) where m.id = new.id;
  return null;
end $$;
create trigger wakes_days after update of time_zone on identity.people for each row
  when (old.time_zone is distinct from new.time_zone) execute function identity.wake_days();

-- A person with fewer open leads may be under their cap again. Nothing is compared in companies without such caps, nor while no
-- lead waits. No nested loop: the plan of a single lead would be kept for the thousands of a bulk change.
create function wake_capped() returns trigger language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
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

-- ── Acceptance ───────────────────────────────────────────────────────────────

-- A rep's lead, while it is checked whether they accept it; the newest of a lead counts.
create table lead_acceptances (
  company_id   integer not null,
  id           bigint generated always as identity,
  lead_id      bigint not null,
  staff_id     integer not null,
  given_at     timestamptz not null default now(),
  -- The rep before did not accept it: it is not passed on automatically again.
  passed_on    boolean not null default false,
  -- When it is checked next; null: not any more.
  due_at       timestamptz,
  reminded_at  timestamptz,
  opened_at    timestamptz,
  escalated_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, staff_id) references identity.memberships (company_id, id)
);
create index on lead_acceptances (company_id, lead_id, id desc);
create index on lead_acceptances (company_id, due_at) where due_at is not null;
select tenant_table('lead_acceptances', root => 'leads', root_column => 'lead_id', silent => '{lead_id,given_at,passed_on,due_at}');
