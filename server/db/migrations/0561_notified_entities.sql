-- Areas declare what they notify of, so a new kind needs no edit here; a row says of which entity its subjects are.

alter table notifications drop constraint notifications_kind_check, add column entity text;
alter table notification_preferences drop constraint notification_preferences_kind_check;
alter table notification_usuals drop constraint notification_usuals_kind_check;

-- Forced row-level security binds the owner too: one company after the other.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    update notifications set
      entity = case kind when 'question' then 'question' when 'job' then 'job' else 'lead' end,
      subject_ids = case kind when 'question' then array[(detail -> 'question' ->> 'id')::bigint] else subject_ids end
    where company_id = owner and kind <> 'queue';
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;
