create index concurrently product_values_words on product_values (company_id, attribute_id, (left(value #>> '{}', 255) collate "und-x-icu"), product_id) where filled and base_from is null;
