create index concurrently products_name on products (company_id, name collate "und-x-icu", id) where deleted_at is null;
