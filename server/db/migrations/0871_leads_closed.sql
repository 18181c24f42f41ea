create index concurrently leads_closed on leads (company_id, coalesce(enquiry_at, updated_at)) include (enquiry_status, sales_person) where enquiry_status in ('won', 'lost') and deleted_at is null;
