create index concurrently products_brand on products (company_id, brand collate "und-x-icu", id) where deleted_at is null;
