-- What people do with lists: select rows, export them, save views.

-- What a person selected to act on, frozen at that time: the rows of a filter, in the order of the list, or single ones.
create table selections (
  company_id integer not null,
  id         bigint generated always as identity,
  person_id  integer not null,
  count      integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
create index on selections (company_id, created_at);
select tenant_table('selections', history => false);

-- A thousand leads each, in their order: to write a row for each of a million leads takes longer than anybody waits.
create table selection_rows (
  company_id   integer not null,
  selection_id bigint not null,
  -- Of the first of them.
  place        integer not null,
  lead_ids     bigint[] not null,
  primary key (company_id, selection_id, place),
  foreign key (company_id, selection_id) references selections (company_id, id) on delete cascade
);
select tenant_table('selection_rows', history => false, grants => 'select, insert, delete');

-- The files of exports, in parts: one for each chunk of its job. The texts are in the data folder.
create table export_parts (
  company_id integer not null,
  job_id     bigint not null,
  no         integer not null,
  file       text not null,
  primary key (company_id, job_id, no),
  foreign key (company_id, job_id) references jobs (company_id, id) on delete cascade
);
select tenant_table('export_parts', history => false, grants => 'select, insert, delete');

-- A named state of a list: its filters, order and columns. Personal until it is shared with the company.
create table saved_views (
  company_id integer not null,
  id         bigint generated always as identity,
  owner_id   integer not null,
  screen     text not null,
  name       text not null,
  shared     boolean not null default false,
  -- Names as in the address of the list, each with its values; a day may be relative: "today-6".
  params     jsonb not null default '{}',
  -- Null: the columns that the person has chosen.
  columns    text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references identity.memberships (company_id, id)
);
create unique index saved_views_name on saved_views (company_id, owner_id, screen, fold(name)) where deleted_at is null;
create index saved_views_shared on saved_views (company_id, id) where shared and deleted_at is null;
create trigger versions before update on saved_views for each row execute function count_version();
select tenant_table('saved_views');

-- How a person likes a list. A preference needs no history.
create table list_preferences (
  company_id   integer not null,
  person_id    integer not null,
  screen       text not null,
  -- The key of the view that the list opens with; null: the last one.
  default_view text,
  -- Null: the default ones.
  columns      text[],
  primary key (company_id, person_id, screen),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
select tenant_table('list_preferences', history => false);
