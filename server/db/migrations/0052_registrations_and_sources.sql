-- As what somebody registers.
alter table leads add column account_type text check (account_type in ('buyer', 'reseller', 'supplier', 'other'));

-- Registrations are few among the enquiries: their list reads its own.
create index leads_registrations on leads (company_id, created_at desc, id desc) include (status)
  where deleted_at is null and kind = 'registration';

-- Counting leads by source and status reads this alone.
create index leads_sources on leads (company_id, created_at) include (source, status) where deleted_at is null and kind = 'enquiry';
