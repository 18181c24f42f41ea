-- Home counts verdicts by their day; each names the lead's owner in QA.
create index concurrently leads_decided on leads (company_id, validated_at) include (status, assigned_qa) where kind = 'enquiry' and status in ('valid', 'invalid') and deleted_at is null;
