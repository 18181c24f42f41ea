-- Deleted posts whose texts are still to be forgotten.
create index concurrently blog_posts_deleted on blog_posts (company_id, deleted_at) where deleted_at is not null and erased_at is null;
