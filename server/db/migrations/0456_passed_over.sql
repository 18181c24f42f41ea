-- Whom a lead was taken from, or who gave it back, and how they came to lose it (null: they gave it back), stays with the lead: they are
-- passed over for it whenever it waits, whatever took it out of the queue meanwhile.
alter table leads add column released_by integer, add column released_how text;

-- When that became known is no part of the history, so that this writes none.
alter table leads disable trigger user;
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    update leads l set released_by = q.released_by, released_how = q.released_how from assignment_queue q
    where l.company_id = owner and q.company_id = owner and q.list = 'qa' and q.lead_id = l.id and q.released_by is not null;
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;
alter table leads enable trigger user;

drop function why_it_waits(assignment_queue, assignment_lists, text);
alter table assignment_queue drop column released_by, drop column released_how;

-- The reason of a lead `l` in the queue `q` of the list `a`; null for one that nobody has looked for yet.
create function why_it_waits(q assignment_queue, a assignment_lists, l leads) returns text language sql stable
  return case when q.id <= a.seen then case
    when q.list = 'qa' and a.words -> l.kind -> 'able' @> to_jsonb(l.released_by)
      then replace(a.words -> l.kind ->> 'returned', 'has given it back', coalesce(l.released_how, 'has given it back'))
    else a.words -> l.kind ->> 'why' end end;
