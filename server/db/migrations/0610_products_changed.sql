create index concurrently products_changed on products (company_id, updated_at, id) where deleted_at is null;
