create index concurrently products_category_changed on products (company_id, category_id, updated_at, id) include (discoverable, complete) where deleted_at is null;
