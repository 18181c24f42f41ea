-- Who has the newest valid lead of an e-mail domain is read off this index, however many leads the domain or the company has.
create index leads_held_domain on leads (company_id, email_domain, created_at desc, id desc)
  where deleted_at is null and status = 'valid' and sales_person is not null;
