-- Work that is too long for a request: what is to be done, for whom, how far it has come, and who is at it.

create table jobs (
  company_id      integer not null,
  id              bigint generated always as identity,
  kind            text not null,
  -- For people: "Assign 49 leads to Priya Sharma".
  title           text not null,
  -- What is to be done, as its kind describes it; checked again by whoever takes it up.
  input           jsonb not null,
  -- Who asked for it: their rights are looked at anew before each chunk. Null: the system.
  person_id       integer,
  state           text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- How far it has come; what it counts is the kind's own.
  cursor          bigint not null default 0,
  done            integer not null default 0,
  -- Null until it is known.
  total           integer,
  -- {outcome: how many}
  outcomes        jsonb not null default '{}',
  -- Why it ended before all was done.
  message         text,
  -- All that its chunks change is one act.
  change_set      uuid not null default gen_random_uuid(),
  -- The job whose failures this one tries again.
  retry_of        bigint,
  cancel_asked_at timestamptz,
  -- Nobody takes it up before; the one that has waited longest comes first.
  run_from        timestamptz not null default now(),
  -- Who is at it. A token is given once: what was begun under an earlier one is not stored any more.
  claimed_by      text,
  token           integer not null default 0,
  heartbeat_at    timestamptz,
  -- Failed attempts at the chunk that is next.
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
select tenant_table('jobs', history => false);

-- What became of single rows, where that is not simply what the job set out to do.
create table job_results (
  company_id integer not null,
  id         bigint generated always as identity,
  job_id     bigint not null,
  -- The lead, the line of the file: what the kind counts.
  subject    bigint not null,
  outcome    text not null,
  -- The reason, for the person who asked.
  message    text,
  primary key (company_id, job_id, id),
  foreign key (company_id, job_id) references jobs (company_id, id) on delete cascade
);
select tenant_table('job_results', history => false, grants => 'select, insert, delete');
