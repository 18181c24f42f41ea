-- Who can give a permission is told to everybody in the company: a primary administrator can give each.
create or replace view staff with (security_barrier) as
  select m.company_id, m.id, coalesce(m.invited_as, trim(p.first_name || ' ' || p.last_name)) as name, p.email, p.time_zone, m.status,
    m.permissions, m.department_id, d.name as department, m.designation_id, g.name as designation, m.is_primary
  from identity.memberships m
  join identity.people p on p.id = m.id
  left join identity.departments d on d.company_id = m.company_id and d.id = m.department_id
  left join identity.designations g on g.company_id = m.company_id and g.id = m.designation_id
  where m.company_id = (select current_company());
