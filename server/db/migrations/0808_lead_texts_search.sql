create index concurrently lead_texts_search on lead_texts using gin (company_id, text gin_trgm_ops);
