-- Deleted authors who are still to be forgotten.
create index concurrently blog_authors_deleted on blog_authors (company_id, deleted_at) where deleted_at is not null and erased_at is null;
