create index concurrently leads_to_come_back_to on leads (company_id, coalesce(follow_up_on, nurture_until), id) where coalesce(follow_up_on, nurture_until) is not null and deleted_at is null;
