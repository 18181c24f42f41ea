create index concurrently products_merged on products (company_id, merged_into) where merged_into is not null;
