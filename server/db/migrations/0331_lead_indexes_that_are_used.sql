-- Duplicates are found by their keys, so nothing asks the leads by e-mail or phone any more.
drop index leads_email;
drop index leads_phone;

-- Only the primary key is left for those who look a lead up by its id alone, as foreign keys do. In a new database they took this one
-- for as good, having planned once while the table was small, and walked all leads of the company for each item of an import.
drop index leads_number;
create unique index leads_number on leads (company_id, lead_no) where deleted_at is null;
