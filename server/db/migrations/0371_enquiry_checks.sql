-- What a company looks for in what comes in: repeats and machines. Without a row it is as usual.
create table enquiry_checks (
  company_id     integer not null,
  id             bigint generated always as identity,
  -- Within how many days the same person of the same company repeats an enquiry.
  person_days    integer not null default 90 check (person_days between 7 and 365),
  -- Whoever fills a form in faster is a machine; 0: nobody is.
  fill_seconds   double precision not null default 1.5 check (fill_seconds between 0 and 30),
  -- What becomes of an enquiry that a machine gave itself away with: refused at once, or shown to QA.
  machine_effect text not null default 'auto_invalid' check (machine_effect in ('auto_invalid', 'to_qa')),
  updated_at     timestamptz not null default now(),
  version        integer not null default 1,
  primary key (company_id, id),
  unique (company_id)
);
create trigger versions before update on enquiry_checks for each row execute function count_version();
select tenant_table('enquiry_checks');

-- Groups of duplicates were made by other days: leads whose person comes again at such a distance are looked at anew, up to which
-- lead it has been done. While it goes on the days may change again: then from the first lead, for all distances meanwhile.
create table duplicate_sweeps (
  company_id    integer not null,
  nearest_days  integer not null,
  farthest_days integer not null,
  -- There were more days at some time: groups may have to be taken apart, and not only joined.
  apart         boolean not null,
  lead_id       bigint not null default 0,
  primary key (company_id)
);
select tenant_table('duplicate_sweeps', history => false);

-- However the days change, by an undo too.
create function sweep_duplicates() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  usual constant integer := 90;
  before integer := case when tg_op = 'INSERT' then usual else old.person_days end;
  after integer := case when tg_op = 'DELETE' then usual else new.person_days end;
begin
  if before <> after then
    insert into duplicate_sweeps as s (company_id, nearest_days, farthest_days, apart)
    values (current_company(), least(before, after), greatest(before, after), after < before)
    on conflict (company_id) do update set lead_id = 0, apart = s.apart or excluded.apart,
      nearest_days = least(s.nearest_days, excluded.nearest_days), farthest_days = greatest(s.farthest_days, excluded.farthest_days);
    perform mark_due('duplicate-sweep');
  end if;
  return null;
end $$;
create trigger sweeps_duplicates after insert or update or delete on enquiry_checks for each row execute function sweep_duplicates();
