-- When a company works, how soon it wants to act, and how long each lead has had to wait.

create table working_calendars (
  company_id integer not null,
  id         bigint generated always as identity,
  name       text not null,
  -- The company's default is the one that became so last; so there is always one, and one alone.
  default_at timestamptz,
  time_zone  text not null,
  -- Monday first: [[["09:00", "18:00"]], …].
  week       jsonb not null default '[[], [], [], [], [], [], []]',
  -- YYYY-MM-DD.
  holidays   text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id)
);
create unique index working_calendars_name on working_calendars (company_id, fold(name));
create trigger versions before update on working_calendars for each row execute function count_version();
select tenant_table('working_calendars', silent => '{created_at}');

-- In working minutes; the one without a source is for all sources that have none of their own.
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

-- Counts the changes of a company's calendars and targets: clocks of an earlier count are set anew, some at a time.
create table sla_revisions (
  company_id integer primary key,
  revision   integer not null
);
select tenant_table('sla_revisions', history => false, grants => 'select, insert, update');

-- What follows from a lead, its target and its calendar; set anew whenever one of them changes, so without a history.
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
  primary key (company_id, lead_id, clock),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index lead_clocks_due on lead_clocks (company_id, clock, due_at, lead_id) where answered_at is null and due_at is not null;
create index lead_clocks_answered on lead_clocks (company_id, clock, answered_at) where answered_at is not null;
select tenant_table('lead_clocks', history => false);

-- When a form got the key that it has now, and from whom; the key itself is kept by nobody.
create table intake_keys (
  company_id integer not null,
  id         bigint generated always as identity,
  form_id    bigint not null,
  made_by    integer not null,
  made_at    timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, form_id) references intake_forms (company_id, id),
  foreign key (company_id, made_by) references identity.memberships (company_id, id)
);
create index intake_keys_newest on intake_keys (company_id, form_id, id desc);
select tenant_table('intake_keys', root => 'intake_forms', root_column => 'form_id', silent => '{form_id,made_by,made_at}');
