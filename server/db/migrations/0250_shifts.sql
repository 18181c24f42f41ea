-- When a person on a list works: by one of the company's calendars; null is always.
alter table assignment_entries
  add column calendar_id bigint,
  add foreign key (company_id, calendar_id) references working_calendars (company_id, id);
create index assignment_entries_calendar on assignment_entries (company_id, calendar_id) where calendar_id is not null;
drop trigger versions on assignment_entries;
create trigger versions before update of status, weight, daily_cap, open_cap, accepts_countries, accepts_sources, accepts_categories,
  away_until, calendar_id on assignment_entries for each row execute function count_version();
