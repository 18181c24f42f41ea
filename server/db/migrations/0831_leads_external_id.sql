create index concurrently leads_external_id on leads (company_id, external_id, id desc) where external_id is not null and deleted_at is null;
