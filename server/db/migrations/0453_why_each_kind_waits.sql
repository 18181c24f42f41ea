-- Why leads wait is said for each kind of them, since not everybody on a list sees registrations: why, why where somebody who could take
-- it has had it, and who could.
drop function why_it_waits(assignment_queue, assignment_lists);
alter table assignment_lists drop column why, drop column why_returned, drop column able, add column words jsonb not null default '{}';

-- The reason of a lead of that kind in the queue `q` of the list `a`; null for one that nobody has looked for yet.
create function why_it_waits(q assignment_queue, a assignment_lists, kind text) returns text language sql stable
  return case when q.id <= a.seen then case
    when a.words -> kind -> 'able' @> to_jsonb(q.released_by)
      then replace(a.words -> kind ->> 'returned', 'has given it back', coalesce(q.released_how, 'has given it back'))
    else a.words -> kind ->> 'why' end end;

-- What waits now is looked at again, which says why.
insert into identity.due (company_id, kind) select id, 'assign' from identity.companies;
