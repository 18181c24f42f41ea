-- A named state of a list: its filters, order and columns. Personal until it is shared with the company.

create table saved_views (
  company_id integer not null,
  id         bigint generated always as identity,
  owner_id   integer not null,
  screen     text not null,
  name       text not null,
  shared     boolean not null default false,
  -- Names as in the address of the list, each with its values; days may be said from today: "today-6".
  params     jsonb not null default '{}',
  -- Null: whatever columns the person has chosen.
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

-- How a person likes a list: a preference is nobody's act, so it has no history.
create table list_preferences (
  company_id   integer not null,
  person_id    integer not null,
  screen       text not null,
  -- The key of the view that the list opens with; null: the one used last.
  default_view text,
  -- Null: the usual ones.
  columns      text[],
  primary key (company_id, person_id, screen),
  foreign key (company_id, person_id) references identity.memberships (company_id, id)
);
select tenant_table('list_preferences', history => false);
