-- When a company works.

create table working_calendars (
  company_id integer not null,
  id         bigint generated always as identity,
  name       text not null,
  -- The company's default is the one that became so last; so there is always one, and only one.
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
