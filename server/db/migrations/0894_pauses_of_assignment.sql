-- A lead whose assignment was undone is left alone by the rotation until then; null for any other.
alter table assignment_queue add column paused_until timestamptz;

-- The reason of a lead `l` in the queue `q` of the list `a`; null until the rotation has looked at it.
create or replace function why_it_waits(q assignment_queue, a assignment_lists, l leads) returns text language sql stable
  return case when q.paused_until > now()
    then 'Its assignment was undone, so automatic assignment waits for one hour'
  when q.id <= a.seen then case
    when q.list = 'qa' and a.words -> l.kind -> 'able' @> to_jsonb(l.released_by)
      then replace(a.words -> l.kind ->> 'returned', 'has given it back', coalesce(l.released_how, 'has given it back'))
    else a.words -> l.kind ->> 'why' end end;
