create index concurrently products_discoverable on products (company_id, discoverable, id) where deleted_at is null;
