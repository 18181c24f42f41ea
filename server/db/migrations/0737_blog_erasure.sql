-- A post that was deleted so long ago that it can't come back loses its text: it has no version any more.
alter table blog_posts
  add column erased_at timestamptz,
  alter column draft_version drop not null,
  add check (draft_version is not null or erased_at is not null);

create or replace function blog_post_shows() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.draft_version is null then
    new.title := 'Post ' || new.post_no;
    new.search_text := '';
    new.words := 0;
    new.faq_count := 0;
    new.image_id := null;
    new.blocking := 0;
    new.advice := 0;
    return new;
  end if;
  select v.title, fold(v.title || ' ' || v.slug || ' ' || v.excerpt), v.words, jsonb_array_length(v.faq), v.image_id, v.blocking, v.advice
  into new.title, new.search_text, new.words, new.faq_count, new.image_id, new.blocking, new.advice
  from blog_versions v where v.company_id = new.company_id and v.post_id = new.id and v.number = new.draft_version;
  new.work := case when new.live and new.draft_version = new.live_version then 'clean' when new.work = 'clean' then 'draft' else new.work end;
  return new;
end $$;
