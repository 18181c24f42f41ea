-- Domains whose enquiries are always let in, whatever the restricted domains and the data of public suffixes and throw-away domains say.

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

-- Whether the domain is let in always: itself or one above it.
create function is_allowed(domain text) returns boolean
  language sql stable
begin atomic
  select exists (
    select from public.allowed_domains a
    where a.company_id = (select public.current_company()) and a.domain_name = any (public.domain_suffixes(domain))
      and a.deleted_at is null and (a.match = 'subdomains' or a.domain_name = domain)
  );
end;

-- The entry that restricts the domain now: itself or one above it, never one below; the most specific wins, and none of them an allowed
-- domain. `but_for` is an entry to think away: what would hold without it.
create or replace function restriction_of(domain text, but_for bigint default null) returns table (id bigint, domain_name text, effect text)
  language sql stable rows 1
begin atomic
  select r.id, r.domain_name, r.effect
  from public.restricted_domains r
  where r.company_id = (select public.current_company()) and r.domain_name = any (public.domain_suffixes(domain))
    and r.status = 'active' and r.deleted_at is null and (r.match = 'subdomains' or r.domain_name = domain)
    and r.id is distinct from but_for
    and not (select public.is_allowed(domain))
  order by length(r.domain_name) desc
  limit 1;
end;

-- Whether a throw-away domain has ever been on the list: who took it off has decided about it.
create index restricted_domains_ever on restricted_domains (company_id, domain_name);
