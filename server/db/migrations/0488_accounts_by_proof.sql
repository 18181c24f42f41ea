-- An address belongs to an account once somebody has chosen its password by a link that was mailed there. Until then the account is that of the
-- company that let it in, and other companies have one of their own under the same address.
alter table identity.people drop constraint people_email_key, add column proven_at timestamptz;
alter table identity.invitations add column mailed boolean not null default false;

-- Who made a link to choose a new password last, and when: shown in the history of the person.
alter table identity.memberships add column reset_by integer, add column reset_at timestamptz;

-- Links to choose a new password. Asked for on the sign-in page they are for all accounts of the address; made by a company, for one.
create table identity.password_resets (
  hash       bytea primary key,
  email      text not null,
  person_id  integer references identity.people on delete cascade,
  company_id integer references identity.companies,
  made_by    integer,
  mailed     boolean not null,
  created_at timestamptz not null default now(),
  ends_at    timestamptz not null,
  used_at    timestamptz,
  check ((person_id is null) = (company_id is null) and (person_id is null) = (made_by is null))
);
create index on identity.password_resets (email, created_at);
create index on identity.password_resets (person_id);
grant select, insert, update, delete on identity.password_resets to leadroom_identity;

-- Places that nobody has accepted yet, of people who are in another company, too: each gets an account of its own.
select set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.channel', 'api', true),
  set_config('leadroom.act', 'portal.access.invite', true), set_config('leadroom.change_set', gen_random_uuid()::text, true);
do $$
declare
  place record;
  reference record;
  own integer;
begin
  for place in
    select m.company_id, m.id from identity.memberships m
    where m.status = 'invited' or exists (
      select from identity.invitations i where i.company_id = m.company_id and i.person_id = m.id and i.accepted_at is null)
    order by m.company_id, m.id
  loop
    continue when not exists (select from identity.memberships o where o.id = place.id and o.company_id <> place.company_id);
    perform set_config('leadroom.company', place.company_id::text, true);
    insert into identity.people (email, first_name)
      select p.email, coalesce(m.invited_as, p.email) from identity.people p join identity.memberships m on m.id = p.id
      where m.company_id = place.company_id and m.id = place.id
      returning id into own;
    insert into identity.memberships (company_id, id, is_primary, is_admin, status, department_id, designation_id, permissions, created_at, invited_as)
      select company_id, own, is_primary, is_admin, status, department_id, designation_id, permissions, created_at, invited_as
      from identity.memberships where company_id = place.company_id and id = place.id;
    update identity.invitations set person_id = own where company_id = place.company_id and person_id = place.id;
    for reference in
      select c.conrelid::regclass as "table", a.attname as "column" from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.contype = 'f' and c.confrelid = 'identity.memberships'::regclass and c.conparentid = 0
    loop
      execute format('update %s set %2$I = $1 where company_id = $2 and %2$I = $3', reference."table", reference."column")
        using own, place.company_id, place.id;
    end loop;
    delete from identity.memberships where company_id = place.company_id and id = place.id;
  end loop;
end $$;
