-- Lead lists at any size. Each index begins with what a list is filtered by, goes on in the order in which it is shown, and carries
-- along all other filters: the first rows of any two filters are found, and any first count is made, in the index alone.

drop index leads_newest;
create index leads_newest on leads (company_id, created_at desc, id desc)
  include (kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by) where deleted_at is null;
drop index leads_status;
create index leads_status on leads (company_id, status, created_at desc, id desc)
  include (kind, source, enquiry_status, assigned_qa, sales_person, quarantined_by) where deleted_at is null;
create index leads_source on leads (company_id, source, created_at desc, id desc)
  include (kind, status, enquiry_status, assigned_qa, sales_person, quarantined_by) where deleted_at is null;
drop index leads_qa;
create index leads_qa on leads (company_id, assigned_qa, created_at desc, id desc)
  include (kind, source, status, enquiry_status, sales_person, quarantined_by) where deleted_at is null;
drop index leads_sales;
create index leads_sales on leads (company_id, sales_person, created_at desc, id desc)
  include (kind, source, status, enquiry_status, assigned_qa, quarantined_by) where deleted_at is null and sales_person is not null;
create index leads_enquiry_status on leads (company_id, enquiry_status, created_at desc, id desc)
  include (kind, source, status, assigned_qa, sales_person, quarantined_by) where deleted_at is null and enquiry_status is not null;

-- The lists that hold a part of all leads: what is being worked on is few of many, whoever holds it.
create index leads_open on leads (company_id, created_at desc, id desc)
  include (kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by)
  where deleted_at is null and status in ('assigned', 'in-progress', 'on_hold');
create index leads_registered on leads (company_id, created_at desc, id desc)
  include (source, status, enquiry_status, assigned_qa, sales_person, quarantined_by)
  where deleted_at is null and kind = 'registration';
drop index leads_validated;
create index leads_validated on leads (company_id, validated_at desc, id desc)
  include (kind, source, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at) where deleted_at is null and status = 'valid';
create index leads_sold on leads (company_id, sales_person, validated_at desc, id desc)
  include (kind, source, enquiry_status, assigned_qa, quarantined_by, created_at) where deleted_at is null and status = 'valid';

-- Every text, with all that lists are filtered by: where a word is in most leads, reading this is the shortest way to count them.
create index leads_text on leads (company_id, id)
  include (search_text, kind, source, status, enquiry_status, assigned_qa, sales_person, quarantined_by, created_at) where deleted_at is null;

-- Whether the trigram index is the shorter way to the current company's leads with such a text: what the planner would do.
create function is_rare(pattern text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan json;
begin
  execute format('explain (format json) select id from leads where company_id = %s and search_text like %L and deleted_at is null',
    coalesce(current_company(), 0), pattern) into plan;
  return plan->0->'Plan'->>'Node Type' = 'Bitmap Heap Scan';
end $$;
revoke all on function is_rare from public;
grant execute on function is_rare to leadroom_app;
