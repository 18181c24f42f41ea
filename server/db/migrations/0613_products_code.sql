create index concurrently products_code on products (company_id, code, id) where deleted_at is null;
