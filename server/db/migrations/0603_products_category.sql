create index concurrently products_category on products (company_id, category_id, id) where deleted_at is null;
