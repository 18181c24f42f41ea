-- Whether a lead that its QA person has not taken in hand when its target is over waits again, for somebody else.
alter table assignment_settings add column release_overdue boolean not null default false;

-- How whoever had the lead came to lose it, as the decision about the next one says; null: they have given it back.
alter table assignment_queue add column released_how text;

create or replace function why_it_waits(q assignment_queue, a assignment_lists) returns text language sql stable
  return case when q.id <= a.seen then case
    when q.released_by = any (a.able) then replace(a.why_returned, 'has given it back', coalesce(q.released_how, 'has given it back'))
    else a.why end end;
