-- Who is at a company's waiting work of a kind: a lease, which ends when no sign of life comes any more. Its rows in identity.due
-- stay until the work is done.
create table identity.due_turns (
  company_id   integer not null,
  kind         text not null,
  -- Given once: what was begun under an earlier one is not stored any more.
  token        integer not null default 1,
  -- Null: nobody is at it.
  heartbeat_at timestamptz default now(),
  primary key (company_id, kind)
) with (fillfactor = 50);
grant select, insert, update, delete on identity.due_turns to leadroom_identity;

-- Refuses what somebody wants to store whose turn is over. Until this transaction ends nobody else gets the turn: whoever
-- claims it tries the same lock.
create function check_due_turn(kind text, token integer) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('due ' || check_due_turn.kind), public.current_company());
  -- What was there when a snapshot was taken may have changed since: then the transaction begins anew.
  if current_setting('transaction_isolation') = 'repeatable read' then
    perform from identity.due_turns t where t.company_id = public.current_company() and t.kind = check_due_turn.kind for key share;
  end if;
  if not exists (
    select from identity.due_turns t where t.company_id = public.current_company() and t.kind = check_due_turn.kind
      and t.token = check_due_turn.token and t.heartbeat_at is not null
  ) then
    raise 'The turn at % is over', check_due_turn.kind;
  end if;
end $$;
revoke all on function check_due_turn from public;
grant execute on function check_due_turn to leadroom_app;
