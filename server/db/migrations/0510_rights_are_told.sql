-- Whoever's rights change is named to every node by the transaction that changes them, so that open streams look at them at once.
-- The word has the form of a topic's: a node of an earlier release passes over it.
create function identity.tell_rights() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  word text := format('%s:!@%s', old.company_id, to_jsonb(old) ->> tg_argv[0]);
begin
  -- By the clock: whoever has to ask for messages asks for those of the last seconds.
  insert into identity.live_messages (payload, at) values (word, clock_timestamp());
  perform pg_notify('leadroom', word);
  return null;
end $$;
-- The time at which a session was last seen changes all the time, and no right with it.
create trigger tells_rights after update on identity.sessions for each row
  when ((old.company_id, old.person_id, old.viewed_as, old.revoked_at)
    is distinct from (new.company_id, new.person_id, new.viewed_as, new.revoked_at))
  execute function identity.tell_rights('person_id');
create trigger tells_rights after update on identity.memberships for each row
  when ((old.status, old.permissions, old.is_primary) is distinct from (new.status, new.permissions, new.is_primary))
  execute function identity.tell_rights('id');
