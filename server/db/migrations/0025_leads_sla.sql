-- How soon a company wants to act, and how long each lead has had to wait.

-- In working minutes; the target without a source applies to all sources without one of their own.
create table sla_targets (
  company_id  integer not null,
  id          bigint generated always as identity,
  clock       text not null check (clock in ('handling', 'response')),
  source      text,
  minutes     integer not null check (minutes between 1 and 100000),
  -- Null: the company's default.
  calendar_id bigint,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references working_calendars (company_id, id)
);
create unique index sla_targets_place on sla_targets (company_id, clock, coalesce(source, ''));
create index sla_targets_calendar on sla_targets (company_id, calendar_id) where calendar_id is not null;
create trigger versions before update on sla_targets for each row execute function count_version();
select tenant_table('sla_targets', silent => '{created_at}');

-- Counts the changes of a company's calendars and targets: clocks of an earlier revision are set again, some at a time.
create table sla_revisions (
  company_id integer primary key,
  revision   integer not null
);
select tenant_table('sla_revisions', history => false, grants => 'select, insert, update');

-- Computed from a lead, its target and its calendar; set again whenever one of them changes, so without a history.
create table lead_clocks (
  company_id  integer not null,
  lead_id     bigint not null,
  clock       text not null check (clock in ('handling', 'response')),
  started_at  timestamptz not null,
  target_ms   bigint not null,
  calendar_id bigint not null,
  -- Null while it is paused.
  due_at      timestamptz,
  paused_at   timestamptz,
  -- Working time of earlier pauses.
  paused_ms   bigint not null default 0,
  -- Frozen from then on, with the working time that it took.
  answered_at timestamptz,
  took_ms     bigint,
  revision    integer not null,
  -- The pauses as [from, to], oldest first, so that the time counted can be shown without them.
  pauses      jsonb not null default '[]',
  -- Since when an overdue lead stays with its owner: an undo gave it back to them after its clock had run out.
  kept_at     timestamptz,
  primary key (company_id, lead_id, clock),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index lead_clocks_due on lead_clocks (company_id, clock, due_at, lead_id) where answered_at is null and due_at is not null;
create index lead_clocks_answered on lead_clocks (company_id, clock, answered_at) where answered_at is not null;
select tenant_table('lead_clocks', history => false);

-- Clocks that an act took from its leads, as they were: undoing the act gives them back.
create table lead_clocks_taken (
  company_id integer not null,
  change_set uuid not null,
  lead_id    bigint not null,
  clock      text not null,
  was        jsonb not null,
  taken_at   timestamptz not null default now(),
  primary key (company_id, change_set, lead_id, clock),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on lead_clocks_taken (company_id, taken_at);
select tenant_table('lead_clocks_taken', history => false, grants => 'select, insert, delete');
