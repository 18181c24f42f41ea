create index concurrently products_lacking on products (company_id, (required_count - filled_count), id) where deleted_at is null;
