create index concurrently changes_of_machines on changes (company_id, id) where actor_kind in ('system', 'rule');
