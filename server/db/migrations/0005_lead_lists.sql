-- Valid Leads opens with the newest verdict first.
create index leads_validated on leads (company_id, validated_at desc, id desc) where deleted_at is null and status = 'valid';
