-- What public forms have sent: the same text by the same sender within ten minutes is one lead, and is counted.

create table lead_submissions (
  company_id integer not null,
  lead_id    bigint not null,
  -- Of the form, the sender and the text; null once it can have no repeat any more.
  digest     bytea check (length(digest) = 32),
  times      integer not null default 1 check (times > 0),
  last_at    timestamptz not null default now(),
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index lead_submissions_digest on lead_submissions (company_id, digest, last_at) where digest is not null;
select tenant_table('lead_submissions', history => false);

-- The lead that a submission repeats; null for none. Behind a lock of its own to the end of the transaction: of two that come at
-- once, the second finds the first. Two statements, as the second must see what was committed while the first waited.
create function repeated_submission(sent bytea) returns bigint
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  mine constant integer := current_company();
begin
  perform pg_advisory_xact_lock(hashtextextended('lead_submissions:' || encode(sent, 'hex'), mine));
  return (
    select s.lead_id from lead_submissions s
    join leads l on l.company_id = s.company_id and l.id = s.lead_id and l.deleted_at is null
    where s.company_id = mine and s.digest = sent and s.last_at > now() - interval '10 minutes'
    order by s.last_at desc limit 1);
end $$;
