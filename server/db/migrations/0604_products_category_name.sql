create index concurrently products_category_name on products (company_id, category collate "und-x-icu", id) where deleted_at is null;
