-- Leads that may be the same enquiry: what makes them so, which belong together, and which were merged.

-- ── Keys ─────────────────────────────────────────────────────────────────────

-- A number that cannot be read makes duplicates too, by its digits as they were sent: without a country most cannot be read.
-- Null for what several enquirers may send without having anything in common: words, the beginning of a number, or keys pressed
-- in a row.
create function unread_phone(sent text) returns text language sql immutable parallel safe
  return case when sent ~ '^[0-9 ()+./-]+$' and digits_in(sent) ~ '^[0-9]{8,15}$'
    and digits_in(sent) !~ '^([0-9])\1*$' and strpos('01234567890123456789', digits_in(sent)) = 0 then digits_in(sent) end;

-- What two leads must share to be duplicates: the email, the phone, or the person of a company (this one within the days of
-- enquiry_checks). As digests: short, and equal where the texts are, whatever their length.
create function duplicate_keys_of(email text, phone text, name text, company text) returns table (kind text, key uuid)
  language sql stable parallel safe
begin atomic
  select said.kind, encode(substr(sha256(convert_to(said.kind || ' ' || said.text, 'UTF8')), 1, 16), 'hex')::uuid
  from (values
    ('email', nullif(email, '')),
    ('phone', nullif(phone, '')),
    ('person', public.fold(nullif(btrim(regexp_replace(name, '\s+', ' ', 'g')), '') || chr(10) ||
      nullif(btrim(regexp_replace(company, '\s+', ' ', 'g')), '')))
  ) as said (kind, text)
  where said.text is not null;
end;

-- The same with the number as it was sent, which counts where it could not be read.
create function duplicate_keys_of(email text, phone text, phone_sent text, name text, company text) returns table (kind text, key uuid)
  language sql stable parallel safe
begin atomic
  select k.kind, k.key from public.duplicate_keys_of(email, coalesce(phone, public.unread_phone(phone_sent)), name, company) k;
end;

-- The keys of every lead that is not deleted, written by the triggers below. A table and not indexes of leads, because an index
-- on an expression is not used under row-level security. No foreign key: it would look the lead up and lock it for each of its
-- keys, and in a new database without statistics it would read all leads of the company each time.
create table duplicate_keys (
  company_id integer not null,
  lead_id    bigint not null,
  kind       text not null check (kind in ('email', 'phone', 'person')),
  key        uuid not null,
  -- When the lead came in.
  at         timestamptz not null,
  primary key (company_id, lead_id, key)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000);
create index duplicate_keys_same on duplicate_keys (company_id, key, at desc, lead_id desc) include (kind);
select tenant_table('duplicate_keys', history => false);

-- Leads whose place in the groups has to be checked. A worker does so after the commit: two leads that come in at the same time
-- do not see one another before.
create table duplicate_checks (
  company_id integer not null,
  id         bigint generated always as identity,
  lead_id    bigint not null,
  apart      boolean not null default true,
  primary key (company_id, id)
);
comment on column duplicate_checks.apart is 'The lead may have left its group, which hangs together without it or not; false for one that has only come.';
select tenant_table('duplicate_checks', history => false);

-- The keys are made from the rows as the trigger is given them, without reading the leads again.
create function add_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into duplicate_keys (company_id, lead_id, kind, key, at)
  select l.company_id, l.id, k.kind, k.key, l.created_at
  from after_rows l, duplicate_keys_of(l.email, l.phone, l.phone_sent, l.name, l.company) k
  where l.deleted_at is null;
  insert into duplicate_checks (company_id, lead_id, apart) select company_id, id, false from after_rows where deleted_at is null;
  if found then
    perform mark_due('duplicates');
  end if;
  return null;
end $$;
create trigger duplicate_keys_insert after insert on leads referencing new table as after_rows
  for each statement execute function add_duplicate_keys();

create function keep_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner integer;
  touched bigint[];
begin
  for owner, touched in
    -- Full: the plan of one row is kept for thousands, and is never a nested loop.
    select n.company_id, array_agg(n.id) from before_rows o full join after_rows n on n.company_id = o.company_id and n.id = o.id
    where (o.email, o.phone, o.phone_sent, o.name, o.company, o.kind, o.deleted_at is null, o.status = 'invalid')
      is distinct from (n.email, n.phone, n.phone_sent, n.name, n.company, n.kind, n.deleted_at is null, n.status = 'invalid')
    group by 1
  loop
    delete from duplicate_keys d using unnest(touched) as t (id) where d.company_id = owner and d.lead_id = t.id;
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from unnest(touched) as t (id) cross join lateral (select * from leads where company_id = owner and id = t.id offset 0) l,
      duplicate_keys_of(l.email, l.phone, l.phone_sent, l.name, l.company) k
    where l.deleted_at is null;
    insert into duplicate_checks (company_id, lead_id, apart) select owner, unnest(touched), true;
    perform mark_due('duplicates');
  end loop;
  return null;
end $$;
create trigger duplicate_keys_update after update on leads referencing old table as before_rows new table as after_rows
  for each statement execute function keep_duplicate_keys();

create function remove_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from duplicate_keys d using before_rows o where d.company_id = o.company_id and d.lead_id = o.id;
  delete from duplicate_checks d using before_rows o where d.company_id = o.company_id and d.lead_id = o.id;
  return null;
end $$;
create trigger duplicate_keys_delete after delete on leads referencing old table as before_rows
  for each statement execute function remove_duplicate_keys();

-- ── Groups ───────────────────────────────────────────────────────────────────

-- Leads that hang together by shared keys: the queue of duplicates.
create table duplicate_groups (
  company_id integer not null,
  id         bigint generated always as identity,
  kind       text not null check (kind in ('enquiry', 'registration')),
  leads      integer not null,
  newest_id  bigint not null,
  primary key (company_id, id)
);
create index duplicate_groups_newest on duplicate_groups (company_id, newest_id desc) include (kind);
select tenant_table('duplicate_groups', history => false);

create table duplicate_members (
  company_id integer not null,
  lead_id    bigint not null,
  group_id   bigint not null,
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, group_id) references duplicate_groups (company_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000);
create index duplicate_members_group on duplicate_members (company_id, group_id, lead_id desc);
select tenant_table('duplicate_members', history => false);

-- A group is counted by what joins and leaves it: what thousands of leads share, such as the phone number of a robot, must cost
-- no more for the last of them than for the first.
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

-- Two leads that somebody has marked as different; the smaller id first.
create table not_duplicates (
  company_id integer not null,
  id         bigint generated always as identity,
  lead_id    bigint not null,
  other_id   bigint not null,
  said_by    integer not null,
  said_at    timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, lead_id, other_id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, other_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, said_by) references identity.memberships (company_id, id)
);
create index not_duplicates_other on not_duplicates (company_id, other_id);
select tenant_table('not_duplicates', root => 'leads', root_column => 'lead_id', silent => '{lead_id,said_by,said_at}');

-- Their groups are checked again, whatever writes or removes the mark.
create function check_different_leads() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into duplicate_checks (company_id, lead_id)
  select company_id, unnest(array[lead_id, other_id]) from touched;
  if found then
    perform mark_due('duplicates');
  end if;
  return null;
end $$;
create trigger different_insert after insert on not_duplicates referencing new table as touched
  for each statement execute function check_different_leads();
create trigger different_delete after delete on not_duplicates referencing old table as touched
  for each statement execute function check_different_leads();

-- After a change of enquiry_checks.person_days: leads whose person comes again at a distance between the old and the new days
-- are checked again, up to `lead_id` so far. A change meanwhile begins again from the first lead, for all distances since.
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

-- ── Merges ───────────────────────────────────────────────────────────────────

-- One lead that became part of another. The loser is deleted softly and keeps its rows' history. The changes of the change set
-- say what the merge changed, and this row what it moved, by id.
create table lead_merges (
  company_id  integer not null,
  id          bigint generated always as identity,
  winner_id   bigint not null,
  loser_id    bigint not null,
  merged_by   integer not null,
  merged_at   timestamptz not null default now(),
  change_set  uuid not null,
  -- Ids of the rows that went from the loser to the winner, by table; lead_items_back went the other way.
  moved       jsonb not null default '{"lead_items": [], "lead_items_back": [], "lead_comments": [], "lead_verdicts": []}',
  -- Both leads' rows of the assignment queue, as they were.
  queued      jsonb not null default '[]',
  unmerged_by integer,
  unmerged_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, winner_id) references leads (company_id, id),
  foreign key (company_id, loser_id) references leads (company_id, id),
  foreign key (company_id, merged_by) references identity.memberships (company_id, id),
  foreign key (company_id, unmerged_by) references identity.memberships (company_id, id)
);
create unique index lead_merges_loser on lead_merges (company_id, loser_id) where unmerged_at is null;
create index lead_merges_winner on lead_merges (company_id, winner_id, id desc);
-- Merges that were undone, by the lead that is separate again: their history is erased with it.
create index lead_merges_taken_back on lead_merges (company_id, loser_id) where unmerged_at is not null;
select tenant_table('lead_merges', root => 'leads', root_column => 'winner_id',
  silent => '{winner_id,change_set,moved,queued,merged_by,merged_at,unmerged_by}', grants => 'select, insert, update');

-- A merged lead comes back only by being unmerged, whatever else may restore deleted ones.
create function keep_merged_lead_away() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from lead_merges m where m.company_id = new.company_id and m.loser_id = new.id and m.unmerged_at is null) then
    raise exception 'lead % is part of another', new.id using errcode = 'LR002';
  end if;
  return new;
end $$;
create trigger merged_lead_stays_away before update of deleted_at on leads for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function keep_merged_lead_away();

-- The lead that this one is part of now, through however many merges; itself when it was not merged.
create function lead_now(id bigint) returns bigint language sql stable
begin atomic
  with recursive way (id, step) as (
    select lead_now.id, 0
    union all
    select m.winner_id, way.step + 1
    from way
    join public.leads l on l.company_id = (select public.current_company()) and l.id = way.id and l.deleted_at is not null
    join public.lead_merges m on m.company_id = (select public.current_company()) and m.loser_id = way.id and m.unmerged_at is null
    where way.step < 1000
  )
  select way.id from way order by way.step desc limit 1;
end;

-- The lead and all that were merged into it.
create function leads_within(id bigint) returns bigint[] language sql stable
begin atomic
  with recursive parts (id) as (
    select leads_within.id
    union
    select m.loser_id from parts
    join public.lead_merges m on m.company_id = (select public.current_company()) and m.winner_id = parts.id and m.unmerged_at is null
  )
  select array_agg(parts.id) from parts;
end;
