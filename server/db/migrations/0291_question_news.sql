-- Whoever asked QC hears of what becomes of the question.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance', 'question'));
alter table notification_preferences drop constraint notification_preferences_kind_check,
  add constraint notification_preferences_kind_check check (kind in ('assigned', 'mentioned', 'verdict', 'job', 'queue', 'acceptance', 'question'));
