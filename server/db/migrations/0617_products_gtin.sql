create unique index concurrently products_gtin on products (company_id, gtin) where gtin is not null and deleted_at is null;
