create index concurrently product_synonyms_text on product_synonyms using gin (company_id, fold(text) gin_trgm_ops);
