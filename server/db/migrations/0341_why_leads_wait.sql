-- Why leads wait is said once for a list instead of in each of them: a look that found nobody wrote to all that waited. It holds for those
-- up to the newest that the look has seen, with other words for a lead that somebody who could take it has given back.
alter table assignment_lists add column seen bigint not null default 0, add column why text, add column why_returned text,
  add column able integer[] not null default '{}';
alter table assignment_queue drop column why;
create index on assignment_queue (company_id, list, id);

-- The reason of a lead in the queue `q` of the list `a`; null for one that nobody has looked for yet.
create function why_it_waits(q assignment_queue, a assignment_lists) returns text language sql stable
  return case when q.id <= a.seen then case when q.released_by = any (a.able) then a.why_returned else a.why end end;

-- What waits now is looked at again, which says why.
insert into identity.due (company_id, kind) select distinct company_id, 'assign' from assignment_queue;
