-- The entry that restricts the domain now: itself or one above it, never one below; the most specific wins. `but_for` is an entry to
-- think away: what would hold without it.
drop function restriction_of(text);
create function restriction_of(domain text, but_for bigint default null) returns table (id bigint, domain_name text, effect text)
  language sql stable rows 1
begin atomic
  select r.id, r.domain_name, r.effect
  from public.restricted_domains r
  where r.company_id = (select public.current_company()) and r.domain_name = any (public.domain_suffixes(domain))
    and r.status = 'active' and r.deleted_at is null and (r.match = 'subdomains' or r.domain_name = domain)
    and r.id is distinct from but_for
  order by length(r.domain_name) desc
  limit 1;
end;
