create index concurrently product_demand_month on product_demand (company_id, asked_30 desc, product_id desc);
