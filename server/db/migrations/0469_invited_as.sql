-- What whoever invited somebody calls them, until they accept: what they are called elsewhere is not for this company to read before.
-- No news for the history, which keeps what people are called nowhere.
alter table identity.memberships add column invited_as text;
create or replace trigger history_insert after insert on identity.memberships referencing new table as after_rows
  for each statement execute function record_changes('memberships', 'memberships', 'id', '', 'company_id,id,invited_as');
create or replace trigger history_update after update on identity.memberships referencing old table as before_rows new table as after_rows
  for each statement execute function record_changes('memberships', 'memberships', 'id', '', 'company_id,id,invited_as');

create or replace view staff with (security_barrier) as
  select m.company_id, m.id, coalesce(m.invited_as, trim(p.first_name || ' ' || p.last_name)) as name, p.email, p.time_zone, m.status,
    m.permissions, m.department_id, d.name as department, m.designation_id, g.name as designation
  from identity.memberships m
  join identity.people p on p.id = m.id
  left join identity.departments d on d.company_id = m.company_id and d.id = m.department_id
  left join identity.designations g on g.company_id = m.company_id and g.id = m.designation_id
  where m.company_id = (select current_company());

-- Who was invited before: by the address, unless nobody else can have given the name.
alter table identity.memberships disable trigger user;
update identity.memberships m set invited_as = case when p.password_hash is null and not exists (
    select from identity.memberships other where other.id = m.id and other.company_id <> m.company_id)
  then trim(p.first_name || ' ' || p.last_name) else p.email end
from identity.people p
where p.id = m.id and (m.status = 'invited' or m.status = 'deactivated' and exists (
  select from identity.invitations i where i.company_id = m.company_id and i.person_id = m.id and i.accepted_at is null));
alter table identity.memberships enable trigger user;
