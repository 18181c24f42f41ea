-- Answers already given to calls that belong to a person instead of a company, so that a repeat under the same idempotency
-- key gets the same one. What the caller's key and the server's secret do not open says nothing here.
create table identity.answers (
  person_id  integer not null references identity.people,
  scope      text not null,
  key        bytea not null,
  request    bytea not null,
  -- Null while the call is under way.
  answer     bytea,
  created_at timestamptz not null default now(),
  primary key (person_id, scope, key)
);
create index on identity.answers (created_at);
grant select, insert, update, delete on identity.answers to leadroom_identity;
