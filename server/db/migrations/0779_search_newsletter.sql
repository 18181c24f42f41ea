-- The ids of the current company's subscribers, and of its contact messages, that contain the text; as search_leads does it.
create function search_subscribers(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.newsletter_subscribers
  where company_id = public.current_company() and search_text like pattern and deleted_at is null;
end;
revoke all on function search_subscribers from public;
grant execute on function search_subscribers to leadroom_app;

create function search_contact_messages(pattern text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select id from public.contact_messages
  where company_id = public.current_company() and search_text like pattern and deleted_at is null;
end;
revoke all on function search_contact_messages from public;
grant execute on function search_contact_messages to leadroom_app;
