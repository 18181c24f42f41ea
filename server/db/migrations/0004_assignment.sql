-- Who gets which lead, and why.

-- One row per company and list: whoever chooses holds its lock.
create table assignment_lists (
  company_id integer not null,
  id         bigint generated always as identity,
  list       text not null check (list in ('qa', 'sales')),
  primary key (company_id, id),
  unique (company_id, list)
);
select tenant_table('assignment_lists', history => false);

create table assignment_entries (
  company_id       integer not null,
  id               bigint generated always as identity,
  list             text not null check (list in ('qa', 'sales')),
  staff_id         integer not null,
  status           text not null default 'active' check (status in ('active', 'paused')),
  weight           numeric(4, 2) not null default 1 check (weight between 0 and 5),
  -- The share that has come due while eligible, and what was received by rotation: their difference decides.
  expected         double precision not null default 0,
  received         integer not null default 0,
  last_assigned_at timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  version          integer not null default 1,
  primary key (company_id, id),
  unique (company_id, list, staff_id),
  foreign key (company_id, staff_id) references identity.memberships (company_id, id)
);
create trigger versions before update of status, weight on assignment_entries for each row execute function count_version();
select tenant_table('assignment_entries', silent => '{expected,received,last_assigned_at}');

-- Each decision with all that it was made from, so that it can be told and made again.
create table assignment_decisions (
  company_id integer not null,
  id         bigint generated always as identity,
  lead_id    bigint not null,
  list       text not null check (list in ('qa', 'sales')),
  mode       text not null check (mode in ('auto', 'staff', 'self', 'bulk')),
  chosen     integer,
  -- Who held the lead before, when it changed hands.
  replaced   integer,
  -- [{staff_id, eligible, reason, weight, expected, received, last_assigned_at}], before this decision counted.
  considered jsonb not null default '[]',
  tie_break  text,
  change_set uuid not null,
  at         timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on assignment_decisions (company_id, lead_id, id desc);
create index on assignment_decisions (company_id, list, chosen, at desc);
select tenant_table('assignment_decisions', history => false, grants => 'select, insert');

-- Leads that wait for a person, in order of arrival.
create table assignment_queue (
  company_id integer not null,
  id         bigint generated always as identity,
  list       text not null check (list in ('qa', 'sales')),
  lead_id    bigint not null,
  waiting_since timestamptz not null default now(),
  -- What the last look at the list found, for the screen that asks why.
  why        text,
  primary key (company_id, id),
  unique (company_id, list, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
select tenant_table('assignment_queue', history => false);
