-- A rep's comment is noted as accepting the lead when it is made. Who has commented before is looked after no more: when is
-- no part of the history, so that this writes none.
alter table lead_acceptances disable trigger user;
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    update lead_acceptances a set due_at = null
    where a.company_id = owner and a.due_at is not null and exists (
      select from lead_comments c
      where c.company_id = owner and c.lead_id = a.lead_id and c.author_id = a.staff_id and c.created_at >= a.given_at);
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;
alter table lead_acceptances enable trigger user;
