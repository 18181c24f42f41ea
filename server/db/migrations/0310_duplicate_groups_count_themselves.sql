-- What thousands of leads share, such as the telephone number of a robot, must cost no more for the last of them than for
-- the first: a group is counted by what joins and leaves it, and one who has only come is no reason to take it apart.

alter table duplicate_checks add column apart boolean not null default true;
comment on column duplicate_checks.apart is 'The lead may have left its group, which hangs together without it or not; false for one that has only come.';

create function count_duplicate_members() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('
    update duplicate_groups g
    set leads = g.leads + moved.n,
      newest_id = coalesce((
        select m.lead_id from duplicate_members m
        where m.company_id = g.company_id and m.group_id = g.id order by m.lead_id desc limit 1), g.newest_id)
    from (select company_id, group_id, sum(n) as n from (%s) changed group by 1, 2) moved
    where g.company_id = moved.company_id and g.id = moved.group_id',
    case tg_op
      when 'INSERT' then 'select company_id, group_id, 1 as n from after_rows'
      when 'DELETE' then 'select company_id, group_id, -1 as n from before_rows'
      else 'select company_id, group_id, 1 as n from after_rows union all select company_id, group_id, -1 from before_rows'
    end);
  return null;
end $$;
create trigger members_added after insert on duplicate_members referencing new table as after_rows
  for each statement execute function count_duplicate_members();
create trigger members_moved after update on duplicate_members referencing old table as before_rows new table as after_rows
  for each statement execute function count_duplicate_members();
create trigger members_removed after delete on duplicate_members referencing old table as before_rows
  for each statement execute function count_duplicate_members();

create or replace function keep_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner integer;
  touched bigint[];
begin
  for owner, touched in execute case tg_op
    when 'INSERT' then 'select company_id, array_agg(id) from after_rows where deleted_at is null group by 1'
    else 'select n.company_id, array_agg(n.id) from before_rows o join after_rows n on n.company_id = o.company_id and n.id = o.id
      where (o.email, o.phone, o.name, o.company, o.kind, o.deleted_at is null, o.status = ''invalid'')
        is distinct from (n.email, n.phone, n.name, n.company, n.kind, n.deleted_at is null, n.status = ''invalid'') group by 1'
  end loop
    delete from duplicate_keys where tg_op = 'UPDATE' and company_id = owner and lead_id = any (touched);
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from leads l, duplicate_keys_of(l.email, l.phone, l.name, l.company) k
    where l.company_id = owner and l.id = any (touched) and l.deleted_at is null;
    insert into duplicate_checks (company_id, lead_id, apart) select owner, unnest(touched), tg_op = 'UPDATE';
    perform mark_due('duplicates');
  end loop;
  return null;
end $$;
