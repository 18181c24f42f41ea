create index concurrently vendor_asks_kept on vendor_asks (company_id, asked_at) where erased_at is null;
