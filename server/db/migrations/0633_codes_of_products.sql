create index concurrently products_plain_code on products (company_id, plain_code(code)) where deleted_at is null;
