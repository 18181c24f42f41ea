-- After how many minutes of waiting those who keep a list are told; null: never.
alter table assignment_settings add column alert_minutes integer check (alert_minutes between 1 and 10080);

-- Up to when leads have begun to wait of which they were told: each waiting lead is told of once.
alter table assignment_lists add column alerted_at timestamptz;

alter table notifications drop constraint notifications_kind_check,
  add check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue'));
alter table notification_preferences drop constraint notification_preferences_kind_check,
  add check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue'));
