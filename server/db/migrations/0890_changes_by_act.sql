create index concurrently changes_by_act on changes (company_id, act, id);
