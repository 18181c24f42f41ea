-- Work that outlives its request: due work, jobs, repeated calls, messages between nodes.

-- Work that a company has due: the workers look here for whose turn it is. Rows are only added (by that company's own
-- transaction) and taken away, so writers never wait for one another.
create table identity.due (
  id         bigint generated always as identity primary key,
  company_id integer not null,
  kind       text not null,
  at         timestamptz not null default now()
);
create index on identity.due (at, id);
create index due_of_company on identity.due (company_id, kind, at);
grant select, insert, update, delete on identity.due to leadroom_identity;

-- Notes that the current company has work of this kind.
create function mark_due(kind text, at timestamptz default now()) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into identity.due (company_id, kind, at) select public.current_company(), kind, at where public.current_company() is not null;
end;
revoke all on function mark_due from public;
grant execute on function mark_due to leadroom_app;

-- The same for a time that may be noted already.
create function mark_due_once(kind text, at timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into identity.due (company_id, kind, at) select public.current_company(), mark_due_once.kind, mark_due_once.at
  where public.current_company() is not null and not exists (
    select from identity.due d where d.company_id = public.current_company() and d.kind = mark_due_once.kind and d.at = mark_due_once.at);
end;
revoke all on function mark_due_once from public;
grant execute on function mark_due_once to leadroom_app;

-- Work that is too long for a request: what to do, for whom, how far it has come, and which worker has it.
create table jobs (
  company_id      integer not null,
  id              bigint generated always as identity,
  kind            text not null,
  -- For people: "Assign 49 leads to Priya Sharma".
  title           text not null,
  -- What to do, as its kind describes it; the worker checks it again.
  input           jsonb not null,
  -- Who started it: their permissions are checked again before each chunk. Null: the system.
  person_id       integer,
  state           text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- How far it has come, in the kind's own unit.
  cursor          bigint not null default 0,
  done            integer not null default 0,
  -- Null until it is known.
  total           integer,
  -- {outcome: how many}
  outcomes        jsonb not null default '{}',
  -- Why it ended before all was done.
  message         text,
  -- All changes of its chunks are one act.
  change_set      uuid not null default gen_random_uuid(),
  -- The job whose failures this one retries.
  retry_of        bigint,
  cancel_asked_at timestamptz,
  -- No worker takes it before; the job that has waited longest comes first.
  run_from        timestamptz not null default now(),
  -- The worker that has it. A token is given once: a chunk that began under an earlier one is not stored any more.
  claimed_by      text,
  token           integer not null default 0,
  heartbeat_at    timestamptz,
  -- Failed attempts at the next chunk.
  failures        integer not null default 0,
  created_at      timestamptz not null default now(),
  started_at      timestamptz,
  finished_at     timestamptz,
  primary key (company_id, id),
  foreign key (company_id, person_id) references identity.memberships (company_id, id),
  foreign key (company_id, retry_of) references jobs (company_id, id) on delete set null (retry_of)
);
create index jobs_open on jobs (company_id, run_from, id) where state in ('queued', 'running');
create index jobs_mine on jobs (company_id, person_id, id desc);
-- Undo looks for the job of an act, to know how far it came.
create index jobs_of_act on jobs (company_id, change_set);
-- Jobs that ended a month ago are deleted; the rows that point to them are looked up then.
create index jobs_ended on jobs (company_id, finished_at) where finished_at is not null;
create index jobs_retried on jobs (company_id, retry_of) where retry_of is not null;
select tenant_table('jobs', history => false);

-- The outcome of single rows, where it differs from the job's usual one.
create table job_results (
  company_id integer not null,
  id         bigint generated always as identity,
  job_id     bigint not null,
  -- The lead, the line of the file: the kind's unit.
  subject    bigint not null,
  outcome    text not null,
  -- The reason, for the person who started the job.
  message    text,
  primary key (company_id, job_id, id),
  foreign key (company_id, job_id) references jobs (company_id, id) on delete cascade
);
select tenant_table('job_results', history => false, grants => 'select, insert, delete');

-- Answers to calls that carry an idempotency key, so that a repeat gets the same one.
create table idempotency_keys (
  company_id integer not null,
  scope      text not null,
  key        text not null check (length(key) <= 200),
  request    bytea not null,
  status     integer,
  answer     jsonb,
  created_at timestamptz not null default now(),
  -- What the first run changed: a repeat names it too.
  change_set uuid,
  primary key (company_id, scope, key)
);
create index on idempotency_keys (company_id, created_at);
select tenant_table('idempotency_keys', history => false);

-- Messages between nodes about stored transactions. They only have to outlive the second in which they are read, so nothing
-- of them is logged; a reader that may have missed some asks again.
create unlogged table identity.live_messages (
  id      bigint generated always as identity primary key,
  payload text not null,
  at      timestamptz not null default now()
);
create index on identity.live_messages (at);
grant select, insert, delete on identity.live_messages to leadroom_identity;
