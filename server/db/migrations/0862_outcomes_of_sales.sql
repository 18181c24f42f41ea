create index concurrently leads_outcomes on leads (company_id, sales_person, coalesce(enquiry_at, updated_at)) where enquiry_status in ('won', 'lost') and deleted_at is null;
