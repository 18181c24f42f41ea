create index concurrently products_completeness on products (company_id, completeness, id) where deleted_at is null;
