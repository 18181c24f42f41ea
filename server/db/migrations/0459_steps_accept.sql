-- A step of the enquiry is noted as accepting the lead when it is made; before, that the enquiry was not open any more counted as one.
-- What somebody has moved on since it was given is accepted since then. The step tells it in the history: this writes none.
alter table lead_acceptances disable trigger user;
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    update lead_acceptances a set opened_at = step.at, due_at = null
    from (
      select given.id, min(c.at) as at from lead_acceptances given
      join changes c on c.company_id = owner and c.root = 'leads' and c.root_id = given.lead_id and c.at >= given.given_at
      where given.company_id = owner and given.opened_at is null and c.act = 'valid-leads.setEnquiryStatus'
        and given.id = (select max(id) from lead_acceptances newest where newest.company_id = owner and newest.lead_id = given.lead_id)
      group by given.id
    ) step
    where a.company_id = owner and a.id = step.id;
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;
alter table lead_acceptances enable trigger user;
