-- Statistics of tables that outgrow them. Autovacuum looks at a table once a minute; until then the planner takes one that has
-- just been filled for empty, and a first import of some thousand leads goes over all of them again for each.
-- Answers the tables that were looked at. Those of more than 10,000 rows are left to autovacuum.
create function refresh_young_statistics() returns setof name
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  young regclass;
begin
  for young in
    select s.relid::regclass from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname in ('public', 'identity') and c.reltuples < 10000 and s.n_mod_since_analyze > 200 + greatest(c.reltuples, 0)
      and c.relowner = (select oid from pg_roles where rolname = current_user)
  loop
    execute format('analyze (skip_locked) %s', young);
    return next young::text;
  end loop;
end $$;
revoke all on function refresh_young_statistics from public;
grant execute on function refresh_young_statistics to leadroom_identity;
