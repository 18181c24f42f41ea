-- Also what would hold without one of the allowed domains: `not_allowed_by` is thought away from their list.
drop function restriction_of(text, bigint);
drop function is_allowed(text);
create function is_allowed(domain text, but_for bigint default null) returns boolean
  language sql stable
begin atomic
  select exists (
    select from public.allowed_domains a
    where a.company_id = (select public.current_company()) and a.domain_name = any (public.domain_suffixes(domain))
      and a.deleted_at is null and (a.match = 'subdomains' or a.domain_name = domain) and a.id is distinct from but_for
  );
end;
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
