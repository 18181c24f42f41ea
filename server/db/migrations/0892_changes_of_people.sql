create index concurrently changes_of_people on changes (company_id, id) where actor_kind in ('person', 'import');
