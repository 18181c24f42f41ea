-- Every person and company that ever wrote, once, with where each value comes from; docs/decisions/100-directory.md.
--
-- What a source says of somebody is a fact, and a fact hangs on a key: an address, a phone with a name, a domain. Keys belong to a contact or
-- a company. So merging moves keys, unmerging moves them back, and what a contact shows is made of the facts of its keys and of what people
-- have set themselves (`own`), by one function: show_contacts, show_companies. A write of a lead only notes that it has changed; due work
-- takes what was known from it away and stores what it says now.

-- ── Who is there ─────────────────────────────────────────────────────────────

create table directory_companies (
  company_id      integer not null,
  id              bigint generated always as identity,
  -- What people set: a value, or null for none, by field. It comes before all that sources say; an import changes no pinned one.
  own             jsonb not null default '{}',
  pinned          text[] not null default '{}',
  description     text not null default '' check (length(description) <= 2000),
  roles           text[] not null default '{}' check (roles <@ '{customer,vendor,competitor,partner}'),
  tags            text[] not null default '{}' check (cardinality(tags) <= 20),
  note            text not null default '' check (length(note) <= 5000),
  added_by        integer,
  merged_into     bigint,
  -- When somebody took it away; what is said of it later brings it back.
  removed_at      timestamptz,

  -- Shown: made of the above and of facts, by show_companies alone.
  name            text not null default '' check (length(name) <= 300),
  website         text,
  phone           text,
  country         text check (country ~ '^[A-Z]{2}$'),
  state           text,
  city            text,
  zip_code        text,
  address         text,
  -- The oldest of its domains, all of them, and how many there are.
  domain          text,
  domains         text not null default '',
  domain_count    integer not null default 0,
  contact_count   integer not null default 0,
  leads_open      integer not null default 0,
  leads_all       integer not null default 0,
  leads_valid     integer not null default 0,
  leads_decided   integer not null default 0,
  -- Of a hundred decided leads, how many were valid; null: none was decided.
  valid_rate      integer,
  last_lead_id    bigint,
  last_contact_at timestamptz,
  with_open       boolean not null generated always as (leads_open > 0) stored,
  with_leads      boolean not null generated always as (leads_all > 0) stored,
  search_text     text not null generated always as (fold(name || ' ' || domains)) stored,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  deleted_at      timestamptz,
  primary key (company_id, id),
  foreign key (company_id, merged_into) references directory_companies (company_id, id),
  check (merged_into <> id)
);
create index directory_companies_last on directory_companies (company_id, last_contact_at desc nulls last, id desc) where deleted_at is null;
create index directory_companies_name on directory_companies (company_id, name collate "und-x-icu", id) where deleted_at is null;
create index directory_companies_domain on directory_companies (company_id, domain, id) where deleted_at is null;
create index directory_companies_country on directory_companies (company_id, country, last_contact_at desc nulls last, id desc) where deleted_at is null;
create index directory_companies_contacts on directory_companies (company_id, contact_count, id) where deleted_at is null;
create index directory_companies_open on directory_companies (company_id, leads_open, id) where deleted_at is null;
create index directory_companies_all on directory_companies (company_id, leads_all, id) where deleted_at is null;
create index directory_companies_rate on directory_companies (company_id, valid_rate desc nulls last, id desc) where deleted_at is null;
create index directory_companies_merged on directory_companies (company_id, merged_into) where merged_into is not null;
create index directory_companies_search on directory_companies using gin (search_text gin_trgm_ops) where deleted_at is null;
create trigger versions before update of own, pinned, description, roles, tags, note, merged_into, removed_at on directory_companies
  for each row execute function count_version();

create table directory_contacts (
  company_id           integer not null,
  id                   bigint generated always as identity,
  own                  jsonb not null default '{}',
  pinned               text[] not null default '{}',
  tags                 text[] not null default '{}' check (cardinality(tags) <= 20),
  note                 text not null default '' check (length(note) <= 5000),
  do_not_contact       boolean not null default false,
  added_by             integer,
  merged_into          bigint,
  removed_at           timestamptz,
  -- When it was emptied for good; what was said before counts no more.
  erased_at            timestamptz,

  -- Shown: made by show_contacts alone.
  name                 text not null default '' check (length(name) <= 200),
  designation          text,
  department           text,
  -- The one that it is written to by, all of them, and what became of mail to it.
  email                text,
  emails               text not null default '',
  email_status         text not null default 'none' check (email_status in ('none', 'ok', 'bounced', 'unsubscribed', 'wrong')),
  phone                text,
  country              text check (country ~ '^[A-Z]{2}$'),
  city                 text,
  directory_company_id bigint,
  company_name         text,
  leads_open           integer not null default 0,
  leads_all            integer not null default 0,
  last_lead_id         bigint,
  last_contact_at      timestamptz,
  with_company         boolean not null generated always as (directory_company_id is not null) stored,
  with_open            boolean not null generated always as (leads_open > 0) stored,
  with_leads           boolean not null generated always as (leads_all > 0) stored,
  search_text          text not null generated always as (
                         fold(name || ' ' || emails || ' ' || coalesce(phone, '') || ' ' || coalesce(company_name, ''))
                       ) stored,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  version              integer not null default 1,
  deleted_at           timestamptz,
  primary key (company_id, id),
  foreign key (company_id, merged_into) references directory_contacts (company_id, id),
  foreign key (company_id, directory_company_id) references directory_companies (company_id, id),
  check (merged_into <> id)
);
create index directory_contacts_last on directory_contacts (company_id, last_contact_at desc nulls last, id desc) where deleted_at is null;
create index directory_contacts_name on directory_contacts (company_id, name collate "und-x-icu", id) where deleted_at is null;
create index directory_contacts_company on directory_contacts (company_id, company_name collate "und-x-icu", id) where deleted_at is null;
create index directory_contacts_of on directory_contacts (company_id, directory_company_id, last_contact_at desc nulls last, id desc);
create index directory_contacts_country on directory_contacts (company_id, country, last_contact_at desc nulls last, id desc) where deleted_at is null;
create index directory_contacts_open on directory_contacts (company_id, leads_open, id) where deleted_at is null;
create index directory_contacts_all on directory_contacts (company_id, leads_all, id) where deleted_at is null;
create index directory_contacts_created on directory_contacts (company_id, created_at, id) where deleted_at is null;
create index directory_contacts_merged on directory_contacts (company_id, merged_into) where merged_into is not null;
create index directory_contacts_phone on directory_contacts (company_id, phone) where phone is not null and deleted_at is null;
create index directory_contacts_search on directory_contacts using gin (search_text gin_trgm_ops) where deleted_at is null;
create trigger versions before update of own, pinned, tags, note, do_not_contact, merged_into, removed_at, erased_at on directory_contacts
  for each row execute function count_version();

-- ── By what they are known ───────────────────────────────────────────────────

create table directory_keys (
  company_id           integer not null,
  id                   bigint generated always as identity,
  -- Of a contact: an address; a phone with the folded name. Of a company: a registrable domain; the folded name with the country.
  kind                 text not null check (kind in ('email', 'phone', 'domain', 'name')),
  key                  text not null check (length(key) between 1 and 600),
  -- Whose it is now, and whose it was before any merge.
  contact_id           bigint,
  contact_origin       bigint,
  directory_company_id bigint,
  company_origin       bigint,
  -- Of an address: what became of mail to it.
  status               text not null default 'ok' check (status in ('ok', 'bounced', 'unsubscribed', 'wrong')),
  -- Where nobody says anything of it any more, and it stays for what people have set: who said something last.
  last_source          text,
  last_source_id       bigint,
  created_at           timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, kind, key),
  foreign key (company_id, contact_id) references directory_contacts (company_id, id),
  foreign key (company_id, contact_origin) references directory_contacts (company_id, id),
  foreign key (company_id, directory_company_id) references directory_companies (company_id, id),
  foreign key (company_id, company_origin) references directory_companies (company_id, id),
  check ((contact_id is null) = (contact_origin is null) and (directory_company_id is null) = (company_origin is null)),
  check (case when kind in ('email', 'phone') then contact_id is not null and directory_company_id is null
    else directory_company_id is not null and contact_id is null end)
);
create index directory_keys_contact on directory_keys (company_id, contact_id, id) where contact_id is not null;
create index directory_keys_contact_origin on directory_keys (company_id, contact_origin) where contact_origin is not null;
create index directory_keys_company on directory_keys (company_id, directory_company_id, id) where directory_company_id is not null;
create index directory_keys_company_origin on directory_keys (company_id, company_origin) where company_origin is not null;

-- What a source says of who has the key. Of a contact, the field `company` has the kind and key of its company: domain:norrvik.example.
create table directory_facts (
  company_id integer not null,
  id         bigint generated always as identity,
  key_id     bigint not null,
  field      text not null check (field in
               ('name', 'email', 'phone', 'designation', 'department', 'company', 'website', 'country', 'state', 'city', 'zip_code', 'address')),
  value      text not null check (length(value) between 1 and 500),
  source     text not null check (source in ('verdict', 'import', 'vendor', 'website', 'lead', 'contact_us', 'newsletter')),
  -- Of a verdict: the lead's.
  source_id  bigint not null,
  -- When the source said so.
  at         timestamptz not null,
  primary key (company_id, id),
  unique (company_id, source, source_id, key_id, field, value),
  foreign key (company_id, key_id) references directory_keys (company_id, id)
);
create index directory_facts_key on directory_facts (company_id, key_id, field);
create index directory_facts_company on directory_facts (company_id, value) where field = 'company';
create index directory_keys_last_source on directory_keys (company_id, last_source, last_source_id) where last_source is not null;

-- Which enquiries count for whom.
create table directory_leads (
  company_id     integer not null,
  lead_id        bigint not null,
  contact_key_id bigint,
  company_key_id bigint,
  open           boolean not null,
  decided        boolean not null,
  valid          boolean not null,
  at             timestamptz not null,
  -- The last that happened with the person: an enquiry, a comment, a verdict, a change of the enquiry status.
  last_at        timestamptz not null,
  primary key (company_id, lead_id),
  foreign key (company_id, contact_key_id) references directory_keys (company_id, id),
  foreign key (company_id, company_key_id) references directory_keys (company_id, id)
);
create index directory_leads_contact on directory_leads (company_id, contact_key_id) include (open, at, last_at, lead_id);
create index directory_leads_company on directory_leads (company_id, company_key_id) include (open, decided, valid, at, last_at, lead_id);

-- Sources that have changed since they were read. Rows are only added, so that no writer waits for another.
create table directory_queue (
  company_id integer not null,
  id         bigint generated always as identity,
  source     text not null check (source in ('lead', 'contact_us', 'newsletter', 'vendor')),
  source_id  bigint not null,
  primary key (company_id, id)
);

-- ── What is shown ────────────────────────────────────────────────────────────

-- Which source is believed before which.
create function directory_rank(source text) returns integer language sql immutable parallel safe
  return case source when 'verdict' then 1 when 'import' then 2 when 'vendor' then 3 when 'website' then 4 when 'newsletter' then 6 else 5 end;

-- What people set of a field, where they did; else the value of the best source, the last and most frequent one of equals.
create function directory_value(own jsonb, said jsonb, field text) returns text language sql immutable parallel safe
  return case when own ? field then own ->> field else said ->> field end;

create function show_contacts(ids bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  -- Each part is made once and found by an index, also where the tables have just been filled and the planner takes them for empty.
  with asked as materialized (
    select c.company_id, c.id, c.own, c.added_by, c.erased_at from directory_contacts c
    where c.company_id = current_company() and c.id = any (ids)
  ), facts as materialized (
    select k.contact_id, f.field, f.value, directory_rank(f.source) as rank, max(f.at) as at, count(*) as times
    from asked a
    join directory_keys k on k.company_id = a.company_id and k.contact_id = a.id
    join directory_facts f on f.company_id = k.company_id and f.key_id = k.id
    where a.erased_at is null or f.at > a.erased_at
    group by 1, 2, 3, 4
  ), best as materialized (
    select distinct on (contact_id, field) contact_id, field, value from facts order by contact_id, field, rank, at desc, times desc, value
  ), said as materialized (
    select contact_id, jsonb_object_agg(field, value) as fields from best group by 1
  ), heard as materialized (
    select contact_id, max(at) as at from facts group by 1
  ), addresses as materialized (
    select distinct on (k.contact_id) k.contact_id, k.key as email, k.status,
      left(string_agg(k.key, ' ') over (partition by k.contact_id), 2000) as emails
    from asked a join directory_keys k on k.company_id = a.company_id and k.contact_id = a.id and k.kind || '' = 'email'
    where exists (select from directory_facts f where f.company_id = k.company_id and f.key_id = k.id)
      or k.contact_origin = k.contact_id and a.added_by is not null or k.key = a.own ->> 'email'
    order by k.contact_id, (k.key = a.own ->> 'email') desc nulls last, (k.status = 'ok') desc,
      (select max(f.at) from directory_facts f where f.company_id = k.company_id and f.key_id = k.id) desc nulls last, k.id
  ), leads as materialized (
    select k.contact_id, count(*) as all_of, count(*) filter (where l.open) as open_of, max(l.last_at) as last_at,
      (array_agg(l.lead_id order by l.at desc, l.lead_id desc))[1] as last_lead
    from asked a
    join directory_keys k on k.company_id = a.company_id and k.contact_id = a.id
    join directory_leads l on l.company_id = k.company_id and l.contact_key_id = k.id
    group by 1
  ), companies as materialized (
    select a.id as contact_id, c.id, c.name from asked a
    left join said s on s.contact_id = a.id
    left join directory_keys k on k.company_id = a.company_id and k.kind = split_part(s.fields ->> 'company', ':', 1)
      and k.key = substr(s.fields ->> 'company', strpos(s.fields ->> 'company', ':') + 1)
    join directory_companies c on c.company_id = a.company_id
      and c.id = case when a.own ? 'company_id' then (a.own ->> 'company_id')::bigint else k.directory_company_id end
  ), made as materialized (
    select a.id,
      left(coalesce(directory_value(a.own, s.fields, 'name'), e.email, directory_value(a.own, s.fields, 'phone'), ''), 200) as name,
      directory_value(a.own, s.fields, 'designation') as designation, directory_value(a.own, s.fields, 'department') as department,
      directory_value(a.own, s.fields, 'phone') as phone, directory_value(a.own, s.fields, 'country') as country,
      directory_value(a.own, s.fields, 'city') as city,
      e.email, coalesce(e.emails, '') as emails, coalesce(e.status, 'none') as email_status, f.id as directory_company_id, f.name as company_name,
      coalesce(l.open_of, 0) as leads_open, coalesce(l.all_of, 0) as leads_all, l.last_lead, coalesce(l.last_at, h.at) as last_at, h.at as heard_at
    from asked a
    left join said s on s.contact_id = a.id left join heard h on h.contact_id = a.id left join addresses e on e.contact_id = a.id
    left join leads l on l.contact_id = a.id left join companies f on f.contact_id = a.id
  )
  update directory_contacts c set name = m.name, designation = m.designation, department = m.department, phone = m.phone, country = m.country,
    city = m.city, email = m.email, emails = m.emails, email_status = m.email_status, directory_company_id = m.directory_company_id,
    company_name = m.company_name, leads_open = m.leads_open, leads_all = m.leads_all, last_lead_id = m.last_lead, last_contact_at = m.last_at,
    deleted_at = case
      when c.merged_into is not null or c.removed_at is not null and coalesce(m.heard_at, '-infinity') <= c.removed_at
        or m.heard_at is null and c.own = '{}' and c.added_by is null then coalesce(c.deleted_at, now()) end
  from made m
  where c.company_id = current_company() and c.id = m.id
    and (c.name, c.designation, c.department, c.phone, c.country, c.city, c.email, c.emails, c.email_status, c.directory_company_id, c.company_name,
        c.leads_open, c.leads_all, c.last_lead_id, c.last_contact_at, c.deleted_at is null)
      is distinct from (m.name, m.designation, m.department, m.phone, m.country, m.city, m.email, m.emails, m.email_status, m.directory_company_id,
        m.company_name, m.leads_open, m.leads_all, m.last_lead, m.last_at,
        not (c.merged_into is not null or c.removed_at is not null and coalesce(m.heard_at, '-infinity') <= c.removed_at
          or m.heard_at is null and c.own = '{}' and c.added_by is null));
end $$;

create function show_companies(ids bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  with asked as materialized (
    select c.company_id, c.id, c.own, c.added_by from directory_companies c where c.company_id = current_company() and c.id = any (ids)
  ), facts as materialized (
    select k.directory_company_id, f.field, f.value, directory_rank(f.source) as rank, max(f.at) as at, count(*) as times
    from asked a
    join directory_keys k on k.company_id = a.company_id and k.directory_company_id = a.id
    join directory_facts f on f.company_id = k.company_id and f.key_id = k.id
    group by 1, 2, 3, 4
  ), best as materialized (
    select distinct on (directory_company_id, field) directory_company_id, field, value
    from facts order by directory_company_id, field, rank, at desc, times desc, value
  ), said as materialized (
    select directory_company_id, jsonb_object_agg(field, value) as fields from best group by 1
  ), heard as materialized (
    select directory_company_id, max(at) as at from facts group by 1
  ), domains as materialized (
    select k.directory_company_id, (array_agg(k.key order by k.id))[1] as domain, left(string_agg(k.key, ' ' order by k.id), 2000) as domains, count(*) as n
    from asked a join directory_keys k on k.company_id = a.company_id and k.directory_company_id = a.id and k.kind || '' = 'domain'
    where exists (select from directory_facts f where f.company_id = k.company_id and f.key_id = k.id) or a.added_by is not null
    group by 1
  ), people as materialized (
    select c.directory_company_id, count(*) as n from directory_contacts c
    where c.company_id = current_company() and c.directory_company_id = any (ids) and c.deleted_at is null group by 1
  ), leads as materialized (
    select k.directory_company_id, count(*) as all_of, count(*) filter (where l.open) as open_of, count(*) filter (where l.valid) as valid_of,
      count(*) filter (where l.decided) as decided_of, max(l.last_at) as last_at, (array_agg(l.lead_id order by l.at desc, l.lead_id desc))[1] as last_lead
    from asked a
    join directory_keys k on k.company_id = a.company_id and k.directory_company_id = a.id
    join directory_leads l on l.company_id = k.company_id and l.company_key_id = k.id
    group by 1
  ), made as materialized (
    select a.id, left(coalesce(directory_value(a.own, s.fields, 'name'), d.domain, ''), 300) as name,
      directory_value(a.own, s.fields, 'website') as website, directory_value(a.own, s.fields, 'phone') as phone,
      directory_value(a.own, s.fields, 'country') as country, directory_value(a.own, s.fields, 'state') as state,
      directory_value(a.own, s.fields, 'city') as city, directory_value(a.own, s.fields, 'zip_code') as zip_code,
      directory_value(a.own, s.fields, 'address') as address, d.domain, coalesce(d.domains, '') as domains, coalesce(d.n, 0) as domain_count,
      coalesce(p.n, 0) as contact_count, coalesce(l.open_of, 0) as leads_open, coalesce(l.all_of, 0) as leads_all, coalesce(l.valid_of, 0) as leads_valid,
      coalesce(l.decided_of, 0) as leads_decided, (100 * l.valid_of / nullif(l.decided_of, 0))::integer as valid_rate, l.last_lead,
      coalesce(l.last_at, h.at) as last_at, h.at as heard_at
    from asked a
    left join said s on s.directory_company_id = a.id left join heard h on h.directory_company_id = a.id
    left join domains d on d.directory_company_id = a.id left join people p on p.directory_company_id = a.id
    left join leads l on l.directory_company_id = a.id
  )
  update directory_companies c set name = m.name, website = m.website, phone = m.phone, country = m.country, state = m.state, city = m.city,
    zip_code = m.zip_code, address = m.address, domain = m.domain, domains = m.domains, domain_count = m.domain_count, contact_count = m.contact_count,
    leads_open = m.leads_open, leads_all = m.leads_all, leads_valid = m.leads_valid, leads_decided = m.leads_decided, valid_rate = m.valid_rate,
    last_lead_id = m.last_lead, last_contact_at = m.last_at,
    deleted_at = case
      when c.merged_into is not null or c.removed_at is not null and coalesce(m.heard_at, '-infinity') <= c.removed_at
        or m.heard_at is null and c.own = '{}' and c.added_by is null then coalesce(c.deleted_at, now()) end
  from made m
  where c.company_id = current_company() and c.id = m.id
    and (c.name, c.website, c.phone, c.country, c.state, c.city, c.zip_code, c.address, c.domain, c.domains, c.domain_count, c.contact_count,
        c.leads_open, c.leads_all, c.leads_valid, c.leads_decided, c.valid_rate, c.last_lead_id, c.last_contact_at, c.deleted_at is null)
      is distinct from (m.name, m.website, m.phone, m.country, m.state, m.city, m.zip_code, m.address, m.domain, m.domains, m.domain_count,
        m.contact_count, m.leads_open, m.leads_all, m.leads_valid, m.leads_decided, m.valid_rate, m.last_lead, m.last_at,
        not (c.merged_into is not null or c.removed_at is not null and coalesce(m.heard_at, '-infinity') <= c.removed_at
          or m.heard_at is null and c.own = '{}' and c.added_by is null));
end $$;

-- What people set shows at once, whatever sets it: a form, an import, a merge, an undo.
create function show_changed_contacts() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  select array_agg(n.id) into ids from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
  where (n.own, n.merged_into, n.removed_at, n.erased_at, n.added_by) is distinct from (o.own, o.merged_into, o.removed_at, o.erased_at, o.added_by);
  if ids is not null then perform show_contacts(ids); end if;
  -- How many people a company has, and how they name it.
  select array_agg(distinct company) into ids from (
    select unnest(array[o.directory_company_id, n.directory_company_id]) as company
    from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
    where (n.directory_company_id, n.deleted_at is null) is distinct from (o.directory_company_id, o.deleted_at is null)) moved
  where company is not null;
  if ids is not null then perform show_companies(ids); end if;
  return null;
end $$;
create trigger shown_again after update on directory_contacts referencing old table as before_rows new table as after_rows
  for each statement execute function show_changed_contacts();

create function show_changed_companies() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  select array_agg(n.id) into ids from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
  where (n.own, n.merged_into, n.removed_at, n.added_by) is distinct from (o.own, o.merged_into, o.removed_at, o.added_by);
  if ids is not null then perform show_companies(ids); end if;
  select array_agg(n.id) into ids from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
  where n.name is distinct from o.name;
  if ids is not null then
    update directory_contacts c set company_name = f.name from directory_companies f
    where f.company_id = current_company() and f.id = any (ids) and c.company_id = f.company_id and c.directory_company_id = f.id
      and c.company_name is distinct from f.name;
  end if;
  return null;
end $$;
create trigger shown_again after update on directory_companies referencing old table as before_rows new table as after_rows
  for each statement execute function show_changed_companies();

-- Keys that go from one to another take what hangs on them along.
create function show_moved_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  contacts bigint[];
  companies bigint[];
  named text[];
begin
  select array_agg(distinct subject) into companies from (
    select unnest(array[o.directory_company_id, n.directory_company_id]) as subject
    from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
    where n.directory_company_id is distinct from o.directory_company_id) moved where subject is not null;
  if companies is not null then perform show_companies(companies); end if;
  select array_agg(distinct subject) into contacts from (
    select unnest(array[o.contact_id, n.contact_id]) as subject
    from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
    where (n.contact_id, n.status) is distinct from (o.contact_id, o.status)) moved where subject is not null;
  if contacts is not null then perform show_contacts(contacts); end if;
  -- People of a company whose key has moved.
  select array_agg(n.kind || ':' || n.key) into named from after_rows n full join before_rows o on o.company_id = n.company_id and o.id = n.id
  where n.directory_company_id is distinct from o.directory_company_id;
  if named is not null then
    select array_agg(distinct k.contact_id) into contacts from directory_facts f
    join directory_keys k on k.company_id = f.company_id and k.id = f.key_id
    where f.company_id = current_company() and f.field = 'company' and f.value = any (named);
    if contacts is not null then perform show_contacts(contacts); end if;
  end if;
  return null;
end $$;
create trigger shown_again after update on directory_keys referencing old table as before_rows new table as after_rows
  for each statement execute function show_moved_keys();

-- What is shown of one is written along with another, in any order: one writer of a company at a time. Who locks a row before it
-- writes takes this lock first.
create function lock_directory() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('directory'), current_company());
  return null;
end $$;
create trigger one_at_a_time before insert or update or delete on directory_contacts for each statement execute function lock_directory();
create trigger one_at_a_time before insert or update or delete on directory_companies for each statement execute function lock_directory();
create trigger one_at_a_time before insert or update or delete on directory_keys for each statement execute function lock_directory();

-- ── What is noted ────────────────────────────────────────────────────────────

create function watch_directory() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform mark_due_once('directory', to_timestamp(ceil(extract(epoch from now()) / 2) * 2));
end $$;

-- The argument says of what the rows are.
create function note_directory_added() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into directory_queue (company_id, source, source_id) select company_id, tg_argv[0], id from after_rows;
  if found then perform watch_directory(); end if;
  return null;
end $$;

create function note_directory_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into directory_queue (company_id, source, source_id)
  select n.company_id, 'lead', n.id from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
  where (o.name, o.email, o.phone, o.company, o.website, o.country, o.state, o.city, o.zip_code, o.address, o.kind, o.status, o.status_at,
      o.first_response_at, o.created_at, o.enquiry_status, o.reason_code, o.verdict_id, o.quarantined_by, o.erased_at, o.deleted_at is null)
    is distinct from (n.name, n.email, n.phone, n.company, n.website, n.country, n.state, n.city, n.zip_code, n.address, n.kind, n.status, n.status_at,
      n.first_response_at, n.created_at, n.enquiry_status, n.reason_code, n.verdict_id, n.quarantined_by, n.erased_at, n.deleted_at is null);
  if found then perform watch_directory(); end if;
  return null;
end $$;
create trigger directory_added after insert on leads referencing new table as after_rows
  for each statement execute function note_directory_added('lead');
create trigger directory_changed after update on leads referencing old table as before_rows new table as after_rows
  for each statement execute function note_directory_leads();

create function note_directory_comments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into directory_queue (company_id, source, source_id) select distinct company_id, 'lead', lead_id from after_rows;
  if found then perform watch_directory(); end if;
  return null;
end $$;
create trigger directory_added after insert on lead_comments referencing new table as after_rows
  for each statement execute function note_directory_comments();

-- A merge moves them.
create function note_directory_moved_comments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into directory_queue (company_id, source, source_id)
  select distinct coalesce(n.company_id, o.company_id), 'lead', coalesce(n.lead_id, o.lead_id)
  from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
  where n.lead_id is distinct from o.lead_id;
  if found then perform watch_directory(); end if;
  return null;
end $$;
create trigger directory_changed after update on lead_comments referencing old table as before_rows new table as after_rows
  for each statement execute function note_directory_moved_comments();

-- A mailing changes many of them in what the directory does not read.
create function note_directory_subscribers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into directory_queue (company_id, source, source_id)
  select n.company_id, 'newsletter', n.id from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
  where (o.email, o.name, o.status, o.erased_at, o.deleted_at is null) is distinct from (n.email, n.name, n.status, n.erased_at, n.deleted_at is null);
  if found then perform watch_directory(); end if;
  return null;
end $$;
create trigger directory_added after insert on newsletter_subscribers referencing new table as after_rows
  for each statement execute function note_directory_added('newsletter');
create trigger directory_changed after update on newsletter_subscribers referencing old table as before_rows new table as after_rows
  for each statement execute function note_directory_subscribers();

create trigger directory_added after insert on contact_messages referencing new table as after_rows
  for each statement execute function note_directory_added('contact_us');
create trigger directory_changed after update on contact_messages referencing new table as after_rows
  for each statement execute function note_directory_added('contact_us');
create trigger directory_added after insert on vendor_updates referencing new table as after_rows
  for each statement execute function note_directory_added('vendor');
create trigger directory_changed after update on vendor_updates referencing new table as after_rows
  for each statement execute function note_directory_added('vendor');

-- ── Merges ───────────────────────────────────────────────────────────────────

create table directory_merges (
  company_id           integer not null,
  id                   bigint generated always as identity,
  kind                 text not null check (kind in ('contact', 'company')),
  winner_id            bigint not null,
  loser_id             bigint not null,
  merged_by            integer not null,
  merged_at            timestamptz not null default now(),
  -- What the winner had set, and what it was given; what of it unmerging gives back.
  before               jsonb not null,
  taken                jsonb not null,
  unmerged_by          integer,
  unmerged_at          timestamptz,
  primary key (company_id, id),
  foreign key (company_id, merged_by) references identity.memberships (company_id, id),
  foreign key (company_id, unmerged_by) references identity.memberships (company_id, id)
);
create unique index directory_merges_loser on directory_merges (company_id, kind, loser_id) where unmerged_at is null;
create index directory_merges_winner on directory_merges (company_id, kind, winner_id, id);

-- Two that somebody has marked as different; the smaller id first.
create table not_directory_duplicates (
  company_id integer not null,
  id         bigint generated always as identity,
  kind       text not null check (kind in ('contact', 'company')),
  one_id     bigint not null,
  other_id   bigint not null check (other_id > one_id),
  said_by    integer not null,
  said_at    timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, kind, one_id, other_id),
  foreign key (company_id, said_by) references identity.memberships (company_id, id)
);

-- ── Exact totals ─────────────────────────────────────────────────────────────

create table directory_contact_deltas (
  company_id   integer not null,
  xid          xid8 not null default pg_current_xact_id(),
  id           bigint generated always as identity,
  n            integer not null,
  country      text,
  email_status text not null,
  with_company boolean not null,
  with_open    boolean not null,
  with_leads   boolean not null,
  primary key (company_id, xid, id)
);
create table directory_company_deltas (
  company_id integer not null,
  xid        xid8 not null default pg_current_xact_id(),
  id         bigint generated always as identity,
  n          integer not null,
  country    text,
  with_open  boolean not null,
  with_leads boolean not null,
  primary key (company_id, xid, id)
);
select tenant_table('directory_contact_deltas', history => false, grants => 'select, insert, delete');
select tenant_table('directory_company_deltas', history => false, grants => 'select, insert, delete');
select counts_into('directory_contacts', 'directory_contact_deltas', due => 'directory-contact-counts');
select counts_into('directory_companies', 'directory_company_deltas', due => 'directory-company-counts');

-- The ids of the current company's contacts and companies that contain the text; as search_leads does it.
create function search_contacts(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.directory_contacts where company_id = public.current_company() and search_text like pattern and deleted_at is null;
end;
revoke all on function search_contacts from public;
grant execute on function search_contacts to leadroom_app;
create function search_companies(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.directory_companies where company_id = public.current_company() and search_text like pattern and deleted_at is null;
end;
revoke all on function search_companies from public;
grant execute on function search_companies to leadroom_app;

-- What is there already is read as if it had changed. Forced row-level security binds the owner too: one company after the other.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    insert into directory_queue (company_id, source, source_id)
    select owner, 'lead', id from leads where company_id = owner
    union all select owner, 'contact_us', id from contact_messages where company_id = owner
    union all select owner, 'newsletter', id from newsletter_subscribers where company_id = owner
    union all select owner, 'vendor', id from vendor_updates where company_id = owner;
    if found then perform mark_due('directory'); end if;
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;

-- Shown values are made of others: the history tells of what people do.
select tenant_table('directory_companies', personal => '{own,note,description}',
  silent => '{name,website,phone,country,state,city,zip_code,address,domain,domains,domain_count,contact_count,leads_open,leads_all,leads_valid,leads_decided,valid_rate,last_lead_id,last_contact_at,with_open,with_leads,created_at,deleted_at}');
select tenant_table('directory_contacts', personal => '{own,note}',
  silent => '{name,designation,department,email,emails,email_status,phone,country,city,directory_company_id,company_name,leads_open,leads_all,last_lead_id,last_contact_at,with_company,with_open,with_leads,created_at,deleted_at}');
select tenant_table('directory_keys', history => false);
select tenant_table('directory_facts', history => false);
select tenant_table('directory_leads', history => false);
select tenant_table('directory_queue', history => false, grants => 'select, insert, delete');
select tenant_table('directory_merges', personal => '{before,taken}');
select tenant_table('not_directory_duplicates', silent => '{said_by,said_at}');

-- Who came in by an enquiry is no news, and there are as many of them as enquiries.
select write_history_functions();
do $$
declare
  t record;
begin
  for t in
    select tgrelid::regclass as target, pg_get_triggerdef(oid) as made from pg_trigger
    where tgname = 'history_insert' and tgrelid in ('directory_companies'::regclass, 'directory_contacts'::regclass)
  loop
    execute replace(replace(t.made, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), 'FOR EACH STATEMENT EXECUTE',
      $w$FOR EACH STATEMENT WHEN (coalesce(current_setting('leadroom.act', true), '') <> 'directory.upkeep') EXECUTE$w$);
  end loop;
end $$;
