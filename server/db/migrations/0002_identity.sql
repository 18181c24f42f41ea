-- Who there is: companies, people, their places in companies, their sessions. Global, without row-level
-- security, and reached only through the named look-ups of db/identity.ts as the role leadroom_identity.

create table identity.companies (
  id              integer generated always as identity primary key,
  name            text not null,
  domain          text,
  logo_url        text,
  currency        text not null default 'USD',
  currency_symbol text not null default '$',
  created_at      timestamptz not null default now()
);

create table identity.people (
  id            integer generated always as identity primary key,
  email         text not null unique check (email = lower(email)),
  password_hash text,
  first_name    text not null,
  last_name     text not null default '',
  image_url     text,
  is_superuser  boolean not null default false,
  user_type     text,
  country_id    integer,
  currency      text not null default 'USD',
  date_format   text not null default 'DD MMM YYYY',
  time_zone     text not null default 'UTC',
  created_at    timestamptz not null default now()
);

create table identity.departments (
  company_id integer not null references identity.companies,
  id         integer generated always as identity,
  name       text not null,
  primary key (company_id, id),
  unique (company_id, name)
);

create table identity.designations (
  company_id    integer not null references identity.companies,
  id            integer generated always as identity,
  department_id integer not null,
  name          text not null,
  primary key (company_id, id),
  foreign key (company_id, department_id) references identity.departments (company_id, id)
);

-- `id` is the person's id: the history mechanism knows a row by (company_id, id).
create table identity.memberships (
  company_id     integer not null references identity.companies,
  id             integer not null references identity.people,
  is_primary     boolean not null default false,
  is_admin       boolean not null default false,
  status         text not null default 'active' check (status in ('invited', 'active', 'deactivated')),
  department_id  integer,
  designation_id integer,
  -- The functions that the person may use here.
  permissions    text[] not null default '{}',
  created_at     timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, department_id) references identity.departments (company_id, id),
  foreign key (company_id, designation_id) references identity.designations (company_id, id)
);
create index on identity.memberships (id);

create table identity.sessions (
  id             uuid primary key default gen_random_uuid(),
  person_id      integer not null references identity.people,
  company_id     integer not null references identity.companies,
  -- What the company_session_id cookie holds.
  code           uuid not null unique default gen_random_uuid(),
  user_agent     text not null default '',
  address        text not null default '',
  -- View as: the session reads with this person's eyes and writes nothing.
  viewed_as      integer,
  created_at     timestamptz not null default now(),
  last_seen_at   timestamptz not null default now(),
  ends_at        timestamptz not null default now() + interval '7 days',
  revoked_at     timestamptz,
  revoked_why    text
);
create index on identity.sessions (person_id) where revoked_at is null;

-- One row per refresh cookie ever given; a rotated one that comes back after the grace ends its session.
create table identity.refresh_tokens (
  hash        bytea primary key,
  session_id  uuid not null references identity.sessions on delete cascade,
  issued_at   timestamptz not null default now(),
  rotated_at  timestamptz
);
create index on identity.refresh_tokens (session_id);

-- Wrong passwords, by account and by address, as keyed digests.
create table identity.sign_in_failures (
  account    bytea not null,
  address    text not null,
  at         timestamptz not null default now()
);
create index on identity.sign_in_failures (account, at);
create index on identity.sign_in_failures (address, at);

create table identity.invitations (
  hash        bytea primary key,
  company_id  integer not null references identity.companies,
  person_id   integer not null references identity.people,
  email       text not null,
  permissions text[] not null,
  invited_by  integer not null references identity.people,
  created_at  timestamptz not null default now(),
  ends_at     timestamptz not null default now() + interval '72 hours',
  accepted_at timestamptz
);

create table identity.tabs (
  session_id   uuid not null references identity.sessions on delete cascade,
  tab_id       text not null,
  last_seen_at timestamptz not null default now(),
  primary key (session_id, tab_id)
);

create table identity.broadcasts (
  id         bigint generated always as identity primary key,
  session_id uuid not null references identity.sessions on delete cascade,
  tab_id     text not null,
  type       text not null,
  data       jsonb not null,
  created_at timestamptz not null default now()
);
create index on identity.broadcasts (session_id, tab_id, id);
create index on identity.broadcasts (created_at);

-- Public forms are found by the digest of their key.
create table identity.form_keys (
  hash       bytea primary key,
  company_id integer not null references identity.companies,
  form_id    bigint not null
);

-- Work that a company has waiting: what the workers look at to learn whose turn it is. Rows are only
-- added (by that company's own transaction) and taken away, so writers never wait for one another.
create table identity.due (
  id         bigint generated always as identity primary key,
  company_id integer not null,
  kind       text not null,
  at         timestamptz not null default now()
);
create index on identity.due (at, id);

grant select, insert, update, delete on all tables in schema identity to leadroom_identity;
grant insert on changes, change_values to leadroom_identity;

create trigger history_insert after insert on identity.memberships referencing new table as after_rows
  for each statement execute function record_changes('memberships', 'memberships', 'id', '', 'company_id,id');
create trigger history_update after update on identity.memberships referencing old table as before_rows new table as after_rows
  for each statement execute function record_changes('memberships', 'memberships', 'id', '', 'company_id,id');

-- ── Doors from a company's transaction into the global tables ────────────────

-- The people of the current company; the owner's rights read the tables, the condition keeps to the company.
create view staff with (security_barrier) as
  select m.company_id, m.id, trim(p.first_name || ' ' || p.last_name) as name, p.email, p.time_zone, m.status, m.permissions,
    m.department_id, d.name as department, m.designation_id, g.name as designation
  from identity.memberships m
  join identity.people p on p.id = m.id
  left join identity.departments d on d.company_id = m.company_id and d.id = m.department_id
  left join identity.designations g on g.company_id = m.company_id and g.id = m.designation_id
  where m.company_id = (select current_company());
grant select on staff to leadroom_app;

create view company with (security_barrier) as
  select c.id as company_id, c.name, c.domain, c.logo_url from identity.companies c where c.id = (select current_company());
grant select on company to leadroom_app;

create view departments with (security_barrier) as
  select company_id, id, name from identity.departments where company_id = (select current_company());
grant select on departments to leadroom_app;

-- Notes that the current company has work of this kind.
create function mark_due(kind text, at timestamptz default now()) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into identity.due (company_id, kind, at) select public.current_company(), kind, at where public.current_company() is not null;
end;
revoke all on function mark_due from public;
grant execute on function mark_due to leadroom_app;

-- Lead numbers: one sequence per company, so that no writer waits for another; gaps are allowed.
create schema lead_numbers;
create function make_lead_numbers() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute format('create sequence lead_numbers.company_%s', new.id);
  return null;
end $$;
create trigger lead_numbers after insert on identity.companies for each row execute function make_lead_numbers();

create function next_lead_no() returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return nextval(('lead_numbers.company_' || public.current_company())::regclass);
end $$;
revoke all on function next_lead_no from public;
grant execute on function next_lead_no to leadroom_app;

-- A form's key is known by its digest alone; the current company may add and take away its own.
create function put_form_key(form bigint, hash bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from identity.form_keys where company_id = public.current_company() and form_id = form;
  insert into identity.form_keys (hash, company_id, form_id) select hash, public.current_company(), form;
end;
revoke all on function put_form_key from public;
grant execute on function put_form_key to leadroom_app;
