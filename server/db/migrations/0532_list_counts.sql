-- Exact totals for lists of any kind of row: their counts in one table, by the name of the list; docs/decisions/085-counted-lists.md.

alter table lead_counts rename to list_counts;
alter table list_counts add column entity text not null default 'leads';
alter table list_counts alter column entity drop default;
alter table list_counts drop constraint lead_counts_pkey, add primary key (company_id, entity, key);
alter index lead_counts_company_id_taken_at_idx rename to list_counts_company_id_taken_at_idx;

alter table lead_count_floors rename to list_count_floors;
alter table list_count_floors add column entity text not null default 'leads';
alter table list_count_floors alter column entity drop default;
alter table list_count_floors drop constraint lead_count_floors_pkey, add primary key (company_id, entity);

-- Now and then, about every two thousand changes, the due-worker is asked to look at the deltas.
create function watch_counts(changed integer, due text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if random() * 2000 < changed then perform mark_due(due); end if;
end $$;

create or replace function watch_lead_counts(changed integer) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform watch_counts(changed, 'lead-counts');
end $$;

-- For the migration of a list: from now on each statement that writes `target` leaves in `deltas` what it took away and added, where
-- `present` holds. `deltas` has company_id, xid, id and n as lead_count_deltas has them, and columns of `target` under their own names.
-- `due` is the kind of the waiting work that looks at them.
create function counts_into(target regclass, deltas regclass, due text, present text default 'deleted_at is null')
  returns void language plpgsql set search_path = public, pg_temp as $$
declare
  name text := 'count_' || (select relname from pg_class where oid = target);
  kept text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = deltas and attnum > 0 and not attisdropped and attname not in ('company_id', 'xid', 'id', 'n'));
begin
  execute format($made$
    create function %1$I() returns trigger language plpgsql set search_path = public, pg_temp as $body$
    declare
      changed integer;
    begin
      if tg_op = 'INSERT' then
        insert into %2$s (company_id, n, %3$s)
        select company_id, count(*), %3$s from after_rows where %4$s group by company_id, %3$s;
      elsif tg_op = 'DELETE' then
        insert into %2$s (company_id, n, %3$s)
        select company_id, -count(*), %3$s from before_rows where %4$s group by company_id, %3$s;
      else
        insert into %2$s (company_id, n, %3$s)
        select company_id, sum(n), %3$s from (
          select 1 as n, company_id, %3$s from after_rows where %4$s
          union all
          select -1, company_id, %3$s from before_rows where %4$s
        ) both_sides
        group by company_id, %3$s having sum(n) <> 0;
      end if;
      get diagnostics changed = row_count;
      perform watch_counts(changed, %5$L);
      return null;
    end $body$ $made$, name, deltas, kept, present, due);
  execute format('create trigger counts_added after insert on %s referencing new table as after_rows
    for each statement execute function %I()', target, name);
  execute format('create trigger counts_changed after update on %s referencing old table as before_rows new table as after_rows
    for each statement execute function %I()', target, name);
  execute format('create trigger counts_removed after delete on %s referencing old table as before_rows
    for each statement execute function %I()', target, name);
end $$;
