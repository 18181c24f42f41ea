-- Nodes answer readers from memory: they forget what they know when an old address leads elsewhere.
create function blog_redirects_due() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform mark_due('blog-pages');
  return null;
end $$;
create trigger readers after insert or update or delete on blog_redirects
  for each statement execute function blog_redirects_due();
