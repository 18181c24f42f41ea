create index concurrently products_search on products using gin (company_id, search_text gin_trgm_ops);
