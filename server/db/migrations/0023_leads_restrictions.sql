-- Email domains whose enquiries are quarantined or rejected, and domains that are always allowed.

create table restricted_domains (
  company_id  integer not null,
  id          bigint generated always as identity,
  domain_name text not null check (domain_name = lower(domain_name)),
  status      text not null default 'active' check (status in ('active', 'inactive')),
  match       text not null default 'subdomains' check (match in ('subdomains', 'exact')),
  effect      text not null default 'quarantine' check (effect in ('quarantine', 'auto_invalid')),
  note        text,
  source      text not null default 'manual',
  created_by  integer,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer not null default 1,
  deleted_at  timestamptz,
  primary key (company_id, id)
);
create unique index on restricted_domains (company_id, domain_name) where deleted_at is null;
create index on restricted_domains using gin (company_id, domain_name gin_trgm_ops);
-- Whether a throw-away domain was ever on the list: removing it was a decision about it.
create index restricted_domains_ever on restricted_domains (company_id, domain_name);
create trigger versions before update on restricted_domains for each row execute function count_version();
select tenant_table('restricted_domains');
alter table leads add foreign key (company_id, quarantined_by) references restricted_domains (company_id, id);

-- What restricted domains have caught. A lead has `quarantined_by` only while it is quarantined; this stays.
create table restricted_domain_hits (
  company_id integer not null,
  id         bigint generated always as identity,
  domain_id  bigint not null,
  lead_id    bigint not null,
  at         timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, lead_id, domain_id),
  foreign key (company_id, domain_id) references restricted_domains (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index on restricted_domain_hits (company_id, domain_id, at desc);
select tenant_table('restricted_domain_hits', history => false, grants => 'select, insert');

-- Domains that are always allowed, whatever the restricted domains and the lists of public suffixes and throw-away domains say.
create table allowed_domains (
  company_id  integer not null,
  id          bigint generated always as identity,
  domain_name text not null check (domain_name = lower(domain_name)),
  match       text not null default 'subdomains' check (match in ('subdomains', 'exact')),
  note        text,
  created_by  integer,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, created_by) references identity.memberships (company_id, id)
);
create unique index on allowed_domains (company_id, domain_name) where deleted_at is null;
select tenant_table('allowed_domains');

-- Domains that bring only worthless leads are suggested for restriction; these are the suggestions that a company dismissed.
create table dismissed_suggestions (
  company_id  integer not null,
  id          bigint generated always as identity,
  domain_name text not null check (domain_name = lower(domain_name)),
  created_by  integer not null,
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, domain_name),
  foreign key (company_id, created_by) references identity.memberships (company_id, id)
);
select tenant_table('dismissed_suggestions', silent => '{created_by,created_at}');

-- The domain and its parents, itself first: {a.b.com,b.com,com}.
create function domain_suffixes(domain text) returns text[]
  language sql immutable strict parallel safe
  return (
    select array_agg(array_to_string(labels[place:], '.') order by place)
    from (select string_to_array(domain, '.') as labels) split, generate_subscripts(split.labels, 1) as place
  );

-- Whether the domain or one of its parents is always allowed. `but_for`: an entry to ignore.
create function is_allowed(domain text, but_for bigint default null) returns boolean
  language sql stable
begin atomic
  select exists (
    select from public.allowed_domains a
    where a.company_id = (select public.current_company()) and a.domain_name = any (public.domain_suffixes(domain))
      and a.deleted_at is null and (a.match = 'subdomains' or a.domain_name = domain) and a.id is distinct from but_for
  );
end;

-- The entry that restricts the domain now: itself or a parent, never a subdomain; the most specific wins, and an allowed domain
-- has none. `but_for` and `not_allowed_by` are entries to ignore: what would apply without them.
create function restriction_of(domain text, but_for bigint default null, not_allowed_by bigint default null)
  returns table (id bigint, domain_name text, effect text)
  language sql stable rows 1
begin atomic
  select r.id, r.domain_name, r.effect
  from public.restricted_domains r
  where r.company_id = (select public.current_company()) and r.domain_name = any (public.domain_suffixes(domain))
    and r.status = 'active' and r.deleted_at is null and (r.match = 'subdomains' or r.domain_name = domain)
    and r.id is distinct from but_for
    and not (select public.is_allowed(domain, not_allowed_by))
  order by length(r.domain_name) desc
  limit 1;
end;

-- The active entries that match these domains, the most specific of each, behind the list's shared lock (`lockRestrictions`),
-- which lasts to the end of the transaction. Two statements: the second must see what was committed while the first waited for
-- the lock. `names`: the domain at the same place of `domains`, and its parents. A plan for the very lists would be made with
-- each lead, and takes longer than the query.
create function restrictions_at_door(domains text[], names text[]) returns table (domain text, id bigint, domain_name text, effect text)
  language plpgsql volatile set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  mine constant integer := current_company();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('restricted_domains:' || mine, 0));
  return query
  select listed.domain, hit.id, hit.domain_name, hit.effect
  from (
    select distinct asked.domain from unnest(domains, names) as asked (domain, name)
    where exists (
      select from restricted_domains r
      where r.company_id = mine and r.domain_name = asked.name and r.status = 'active' and r.deleted_at is null)
  ) listed, restriction_of(listed.domain) hit;
end $$;
