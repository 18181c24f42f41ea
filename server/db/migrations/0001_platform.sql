-- The ground that every table stands on. db/roles.ts creates the roles leadroom_app, leadroom_identity and
-- leadroom_login before this file runs.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

revoke all on schema public from public;
grant usage on schema public to leadroom_app;
-- It writes the history of memberships, which is in the schema public.
grant usage on schema public to leadroom_identity;

create schema identity;
grant usage on schema identity to leadroom_identity;

-- The company that this transaction works for; null outside one (a reset setting is '', not null).
create function current_company() returns integer
  language sql stable parallel safe
  return nullif(current_setting('leadroom.company', true), '')::integer;

-- A text as searches compare it: upper and lower case alike in every script, whatever locale the server was made with.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(value collate "und-x-icu");

-- Counts the versions of a row and notes when it last changed; a write that changes nothing counts nothing.
create function count_version() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- Refreshes the statistics of tables that outgrow them. Autovacuum looks at a table once a minute; until then the planner
-- takes a table that has just been filled for empty, and a first import of some thousand leads reads all of them again for
-- each. Returns the tables it analyzed. Those of more than 10,000 rows are left to autovacuum.
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
