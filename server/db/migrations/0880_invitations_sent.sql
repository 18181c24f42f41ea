-- Who last sent this person an invitation, and when: a row of the person's history.
alter table identity.memberships add column invited_by integer, add column invited_at timestamptz;
