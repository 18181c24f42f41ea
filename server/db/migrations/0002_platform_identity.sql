-- Companies, people, their memberships and their sessions. These tables are global, without row-level security; only the
-- role leadroom_identity reaches them, through the named look-ups of db/identity.

create table identity.companies (
  id              integer generated always as identity primary key,
  name            text not null,
  domain          text,
  logo_url        text,
  currency        text not null default 'USD',
  currency_symbol text not null default '$',
  created_at      timestamptz not null default now()
);

-- One account. Several may have the same email: until its owner has proven it, an account belongs to the company that invited
-- it, and other companies have one of their own under the same address.
create table identity.people (
  id            integer generated always as identity primary key,
  email         text not null check (email = lower(email)),
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
  created_at    timestamptz not null default now(),
  -- When somebody chose its password by a link that was mailed to its address.
  proven_at     timestamptz
);
create index people_by_email on identity.people (email);

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

-- `id` is the person's id: the history knows a row by (company_id, id).
create table identity.memberships (
  company_id     integer not null references identity.companies,
  id             integer not null references identity.people,
  is_primary     boolean not null default false,
  is_admin       boolean not null default false,
  status         text not null default 'active' check (status in ('invited', 'active', 'deactivated')),
  department_id  integer,
  designation_id integer,
  permissions    text[] not null default '{}',
  created_at     timestamptz not null default now(),
  -- Who last viewed as this person, and when: a row of the person's history.
  viewed_by      integer,
  viewed_at      timestamptz,
  -- The name that the inviter gave, until the person accepts: their name elsewhere is not for this company to read before.
  invited_as     text,
  -- Who last made a link to reset this person's password, and when: a row of the person's history.
  reset_by       integer,
  reset_at       timestamptz,
  primary key (company_id, id),
  foreign key (company_id, department_id) references identity.departments (company_id, id),
  foreign key (company_id, designation_id) references identity.designations (company_id, id)
);
create index on identity.memberships (id);

create table identity.sessions (
  id             uuid primary key default gen_random_uuid(),
  person_id      integer not null references identity.people,
  company_id     integer not null references identity.companies,
  -- The value of the cookie company_session_id.
  code           uuid not null unique default gen_random_uuid(),
  user_agent     text not null default '',
  address        text not null default '',
  -- View as: the session reads as this person and writes nothing.
  viewed_as      integer,
  created_at     timestamptz not null default now(),
  last_seen_at   timestamptz not null default now(),
  ends_at        timestamptz not null default now() + interval '7 days',
  revoked_at     timestamptz,
  revoked_why    text
);
create index on identity.sessions (person_id) where revoked_at is null;

-- One row per refresh cookie ever given; a rotated one that comes back after the grace period ends its session.
create table identity.refresh_tokens (
  hash        bytea primary key,
  session_id  uuid not null references identity.sessions on delete cascade,
  issued_at   timestamptz not null default now(),
  rotated_at  timestamptz
);
create index on identity.refresh_tokens (session_id);

-- Wrong passwords, by account and by address, as keyed digests. They are counted in pools: an account's known devices and its
-- known addresses each have their own, all other addresses share one. An address is counted as a whole besides.
create table identity.sign_in_failures (
  account    bytea not null,
  address    text not null,
  at         timestamptz not null default now(),
  pool       text not null default 'new'
);
create index on identity.sign_in_failures (account, at);
create index on identity.sign_in_failures (address, at);
create index on identity.sign_in_failures (at);

create table identity.invitations (
  hash        bytea primary key,
  company_id  integer not null references identity.companies,
  person_id   integer not null references identity.people,
  email       text not null,
  permissions text[] not null,
  invited_by  integer not null references identity.people,
  created_at  timestamptz not null default now(),
  ends_at     timestamptz not null default now() + interval '72 hours',
  accepted_at timestamptz,
  mailed      boolean not null default false
);

-- Links to choose a new password. Requested on the sign-in page, one is for all accounts of the address; made by a company,
-- for one account.
create table identity.password_resets (
  hash       bytea primary key,
  email      text not null,
  person_id  integer references identity.people on delete cascade,
  company_id integer references identity.companies,
  made_by    integer,
  mailed     boolean not null,
  created_at timestamptz not null default now(),
  ends_at    timestamptz not null,
  used_at    timestamptz,
  check ((person_id is null) = (company_id is null) and (person_id is null) = (made_by is null))
);
create index on identity.password_resets (email, created_at);
create index on identity.password_resets (person_id);

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

-- Answers to calls that belong to a person instead of a company, so that a repeat under the same idempotency key gets the
-- same answer. Without the caller's key and the server's secret it cannot be read.
create table identity.answers (
  person_id  integer not null references identity.people,
  scope      text not null,
  key        bytea not null,
  request    bytea not null,
  -- Null while the call runs.
  answer     bytea,
  created_at timestamptz not null default now(),
  primary key (person_id, scope, key)
);
create index on identity.answers (created_at);

grant select, insert, update, delete on all tables in schema identity to leadroom_identity;

-- ── Views of the global tables for a company's transaction ───────────────────
-- They read with their owner's rights; the condition limits them to the current company.

create view staff with (security_barrier) as
  select m.company_id, m.id, coalesce(m.invited_as, trim(p.first_name || ' ' || p.last_name)) as name, p.email, p.time_zone, m.status,
    m.permissions, m.department_id, d.name as department, m.designation_id, g.name as designation, m.is_primary
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

-- Locks a person of the company until the transaction ends: nobody may deactivate them while they are given leads.
create function hold_member(person integer) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select from identity.memberships where company_id = public.current_company() and id = person for share;
end;
revoke all on function hold_member from public;
grant execute on function hold_member to leadroom_app;
