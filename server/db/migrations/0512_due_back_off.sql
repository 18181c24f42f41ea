-- Whose turn it was last, for fair shares; and what work fails, since when, and when it is tried again.
alter table identity.due_turns
  add served_at     timestamptz not null default now(),
  add run_from      timestamptz not null default now(),
  add failures      integer not null default 0,
  add failing_since timestamptz,
  -- For whoever runs the server: nobody else is told.
  add error         text;
