-- Keeps the people of a list as they are until the transaction ends: who gives leads out must not pass somebody who deactivates one of them.
create function hold_list(of_list text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  select from identity.memberships
  where company_id = public.current_company() and id = any (array(
    select e.staff_id from public.assignment_entries e
    where e.company_id = public.current_company() and e.list = of_list and e.status = 'active'))
  order by id for share;
end;
revoke all on function hold_list from public;
grant execute on function hold_list to leadroom_app;
