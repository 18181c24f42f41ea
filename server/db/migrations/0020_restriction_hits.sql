-- What restricted domains have caught. A lead carries `quarantined_by` only while it is held; this stays.

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

-- How many leads of a domain were ever found valid, for the list of restricted domains.
create index leads_judged_domain on leads (company_id, email_domain, id) where verdict_id is not null and deleted_at is null;
create index lead_verdicts_valid on lead_verdicts (company_id, lead_id) where verdict = 'valid';

-- The domain and all that it is below, itself first: {a.b.com,b.com,com}.
create function domain_suffixes(domain text) returns text[]
  language sql immutable strict parallel safe
  return (
    select array_agg(array_to_string(labels[place:], '.') order by place)
    from (select string_to_array(domain, '.') as labels) split, generate_subscripts(split.labels, 1) as place
  );

-- The entry that restricts the domain now: itself or one above it, never one below; the most specific wins.
create function restriction_of(domain text) returns table (id bigint, domain_name text, effect text)
  language sql stable rows 1
begin atomic
  select r.id, r.domain_name, r.effect
  from public.restricted_domains r
  where r.company_id = (select public.current_company()) and r.domain_name = any (public.domain_suffixes(domain))
    and r.status = 'active' and r.deleted_at is null and (r.match = 'subdomains' or r.domain_name = domain)
  order by length(r.domain_name) desc
  limit 1;
end;
