create index concurrently vendor_updates_kept on vendor_updates (company_id, requested_on) where erased_at is null;
