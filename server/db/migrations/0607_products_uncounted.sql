create index concurrently products_uncounted on products (company_id, category_id, requirements_no) where deleted_at is null;
