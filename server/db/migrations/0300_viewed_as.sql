-- Who looked through somebody's eyes last, and when: told in the history of the person who was looked through.
alter table identity.memberships add column viewed_by integer, add column viewed_at timestamptz;
