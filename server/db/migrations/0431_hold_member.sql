-- Keeps a person of the company as they are until the transaction ends: who gives leads to them must not pass somebody who deactivates them.
create function hold_member(person integer) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select from identity.memberships where company_id = public.current_company() and id = person for share;
end;
revoke all on function hold_member from public;
grant execute on function hold_member to leadroom_app;
