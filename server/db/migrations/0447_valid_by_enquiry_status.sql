-- Valid Leads of one enquiry status, the last validated first: the newest are seldom won or lost yet, and the more leads a company has, the
-- more of those would be passed before a page is full.
create index concurrently leads_validated_enquiry on leads (company_id, enquiry_status, validated_at desc, id desc)
  include (kind, source, assigned_qa, sales_person, quarantined_by, created_at) where deleted_at is null and status = 'valid';
