-- The active entries that match these domains, the most specific of each, behind the list's shared lock (see `lockRestrictions`), which is
-- held to the end of the transaction. Two statements: the look must see what was committed while the lock was waited for. `names` are
-- the domain beside it and those above it. A plan for the very lists would be made with each lead, and takes longer than the look.
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
