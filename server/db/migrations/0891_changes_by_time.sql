create index concurrently changes_by_time on changes (company_id, at);
