-- A mail that was put off for its receiver alone: nobody else waits for it.
alter table notification_digests add column retry_at timestamptz;
create index on notification_digests (company_id, person_id, retry_at) where retry_at is not null;

-- Since when the person of a choice that was given up hears what the company has.
alter table notification_preferences add column followed_at timestamptz;

-- Mails tell what comes from then on also where a choice of the company comes back by an undo.
create trigger mails_from_the_first before insert on notification_usuals for each row
  when (new.digest <> 'none') execute function mail_from_now();
