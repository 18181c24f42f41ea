-- Domains that only bring what is thrown away are suggested to be restricted; those that a company does not want to hear of again.

create table dismissed_suggestions (
  company_id  integer not null,
  id          bigint generated always as identity,
  domain_name text not null check (domain_name = lower(domain_name)),
  created_by  integer not null,
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, domain_name),
  foreign key (company_id, created_by) references identity.memberships (company_id, id)
);
select tenant_table('dismissed_suggestions', silent => '{created_by,created_at}');

-- What was found to be nobody's enquiry, the newest first: suggestions read this alone.
create index leads_wasted on leads (company_id, status_at desc) include (email_domain, reason_code)
  where status = 'invalid' and deleted_at is null
    and reason_code in ('spam_or_bot', 'wrong_contact_details', 'job_seeker_or_vendor_pitch', 'competitor', 'test_submission');
