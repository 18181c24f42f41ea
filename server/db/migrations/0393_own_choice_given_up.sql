-- Whoever has chosen can go back to what the company has; the row stays, and says since when mails tell.
alter table notification_preferences
  alter column in_app drop not null, alter column in_app drop default,
  alter column digest drop not null, alter column digest drop default,
  add check ((in_app is null) = (digest is null));
