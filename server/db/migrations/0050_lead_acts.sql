-- How sales leaves an enquiry: lost for a reason, or put aside until a day.
alter table leads
  add column lost_reason text check (lost_reason in ('price', 'stock', 'timing', 'chose_competitor', 'no_reply', 'other')),
  add column nurture_until date,
  add constraint a_lost_reason_when_lost check (lost_reason is null or enquiry_status = 'lost'),
  add constraint a_day_when_nurtured check (nurture_until is null or enquiry_status = 'nurture');

-- Leads on hold wake by themselves; these are looked through for those whose day has come.
create index leads_on_hold on leads (company_id, on_hold_until, id) where status = 'on_hold' and deleted_at is null;

-- Whoever has given a lead back is not given it again by the rotation.
alter table assignment_queue add column released_by integer;
