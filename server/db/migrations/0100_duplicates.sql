-- Leads that may be the same enquiry: what makes them so, which belong together, and which were merged.

-- What two leads must share to be duplicates: the e-mail, the phone, or the person of a company (this one within 90 days).
-- As digests: short, and equal where the texts are, whatever their length.
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

-- The keys of every lead that is not deleted, kept by the trigger below. A table and not indexes of leads, because an
-- index on an expression is not used under row-level security.
create table duplicate_keys (
  company_id integer not null,
  lead_id    bigint not null,
  kind       text not null check (kind in ('email', 'phone', 'person')),
  key        uuid not null,
  -- When the lead came in.
  at         timestamptz not null,
  primary key (company_id, lead_id, key),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index duplicate_keys_same on duplicate_keys (company_id, key, at desc, lead_id desc) include (kind);
select tenant_table('duplicate_keys', history => false);

-- Leads whose place in the groups has to be looked at. A worker does so after the commit: two leads that come in at the
-- same moment do not see one another before.
create table duplicate_checks (
  company_id integer not null,
  id         bigint generated always as identity,
  lead_id    bigint not null,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
select tenant_table('duplicate_checks', history => false);

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
);
create index duplicate_members_group on duplicate_members (company_id, group_id, lead_id desc);
select tenant_table('duplicate_members', history => false);

-- Two leads that somebody has looked at and found different; the smaller id first.
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

-- One lead that became part of another. The loser is deleted softly and keeps its rows' history; what the merge changed is
-- told by the changes of its change set, and what it moved, by id, stands here.
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
select tenant_table('lead_merges', root => 'leads', root_column => 'winner_id',
  silent => '{winner_id,change_set,moved,queued,merged_by,merged_at,unmerged_by}', grants => 'select, insert, update');

-- A merged lead comes back by being unmerged, whatever else may restore deleted ones.
create function keep_merged_lead_away() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from lead_merges m where m.company_id = new.company_id and m.loser_id = new.id and m.unmerged_at is null) then
    raise exception 'lead % is part of another', new.id using errcode = 'LR002';
  end if;
  return new;
end $$;
create trigger merged_lead_stays_away before update of deleted_at on leads for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function keep_merged_lead_away();

-- The lead that this one has become part of, through however many merges; itself when it was not merged.
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

-- The lead and all that have become part of it.
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

create function keep_duplicate_keys() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner integer;
  touched bigint[];
begin
  for owner, touched in execute case tg_op
    when 'INSERT' then 'select company_id, array_agg(id) from after_rows where deleted_at is null group by 1'
    else 'select n.company_id, array_agg(n.id) from before_rows o join after_rows n on n.company_id = o.company_id and n.id = o.id
      where (o.email, o.phone, o.name, o.company, o.kind, o.deleted_at is null, o.status = ''invalid'')
        is distinct from (n.email, n.phone, n.name, n.company, n.kind, n.deleted_at is null, n.status = ''invalid'') group by 1'
  end loop
    delete from duplicate_keys where tg_op = 'UPDATE' and company_id = owner and lead_id = any (touched);
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from leads l, duplicate_keys_of(l.email, l.phone, l.name, l.company) k
    where l.company_id = owner and l.id = any (touched) and l.deleted_at is null;
    insert into duplicate_checks (company_id, lead_id) select owner, unnest(touched);
    perform mark_due('duplicates');
  end loop;
  return null;
end $$;
create trigger duplicate_keys_insert after insert on leads referencing new table as after_rows
  for each statement execute function keep_duplicate_keys();
create trigger duplicate_keys_update after update on leads referencing old table as before_rows new table as after_rows
  for each statement execute function keep_duplicate_keys();

-- Whoever says or takes back that leads are different, by whatever way, has their groups looked at.
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

-- The leads that are there already. Forced row-level security binds the owner too: one company after the other.
do $$
declare
  owner integer;
begin
  for owner in select id from identity.companies loop
    perform set_config('leadroom.company', owner::text, true);
    insert into duplicate_keys (company_id, lead_id, kind, key, at)
    select l.company_id, l.id, k.kind, k.key, l.created_at
    from leads l, duplicate_keys_of(l.email, l.phone, l.name, l.company) k
    where l.company_id = owner and l.deleted_at is null;
    insert into duplicate_checks (company_id, lead_id)
    select owner, id from leads where company_id = owner and deleted_at is null order by id;
    perform mark_due('duplicates');
  end loop;
  perform set_config('leadroom.company', '', true);
end $$;
