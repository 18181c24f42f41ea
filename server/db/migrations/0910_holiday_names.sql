-- The names of a calendar's holidays, by their day; docs/decisions/125-public-holidays.md.
alter table working_calendars
  add column holiday_names jsonb not null default '{}' check (jsonb_typeof(holiday_names) = 'object');
