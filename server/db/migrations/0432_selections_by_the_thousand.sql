-- To write a row for each of a million leads takes longer than anybody waits: a row now holds a thousand of them, in their order.
alter table selection_rows no force row level security;
create temporary table kept on commit drop as
  select company_id, selection_id, min(place) as place, array_agg(lead_id order by place) as lead_ids
  from selection_rows group by company_id, selection_id, (place - 1) / 1000;
truncate selection_rows;
alter table selection_rows drop column lead_id, add column lead_ids bigint[] not null;
insert into selection_rows (company_id, selection_id, place, lead_ids) select company_id, selection_id, place, lead_ids from kept;
alter table selection_rows force row level security;
