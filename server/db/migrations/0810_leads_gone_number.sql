-- A search for a number asks what the merged lead of that number has become part of: without this, all leads were read for it.
create index concurrently leads_gone_number on leads (company_id, lead_no) where deleted_at is not null;
