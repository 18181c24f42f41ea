import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'

/** A person's place in a company. */
export interface Membership {
  companyId: number
  company: string
  personId: number
  name: string
  email: string
}

/** The places of whoever has this email, by company. */
export const membershipsOf = async (owner: Client, email: string): Promise<Membership[]> => {
  const { rows } = await owner.query<Membership>(
    `select c.id as "companyId", c.name as company, p.id as "personId", p.email,
       coalesce(m.invited_as, trim(p.first_name || ' ' || p.last_name)) as name
     from identity.people p join identity.memberships m on m.id = p.id join identity.companies c on c.id = m.company_id
     where p.email = $1 order by c.id`,
    [email],
  )
  return rows
}

/**
 * Makes a member a primary administrator with every permission, in one transaction with its history. Answers `invited` where they have
 * never come in: then the invitation with this digest is their way in, and any earlier one is not.
 */
export const restoreAdministrator = async (
  owner: Client,
  { companyId, personId }: Membership,
  invitation: Buffer,
): Promise<'active' | 'invited'> => {
  await owner.query('begin')
  try {
    await owner.query(
      `select set_config('leadroom.company', $1, true), set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.actor_id', '', true),
        set_config('leadroom.channel', 'api', true), set_config('leadroom.act', 'people.restoreAdmin', true), set_config('leadroom.change_set', $2, true)`,
      [String(companyId), randomUUID()],
    )
    await owner.query('select from identity.companies where id = $1 for no key update', [companyId])
    const { rows } = await owner.query<{ status: 'active' | 'invited' }>(
      `update identity.memberships m set is_primary = true, permissions = $3, status = case when p.is_out then 'invited' else 'active' end,
         invited_as = case when p.is_out then coalesce(m.invited_as, p.name) end
       from (
         select id, trim(first_name || ' ' || last_name) as name, password_hash is null or exists (
           select from identity.invitations i where i.company_id = $1 and i.person_id = people.id and i.accepted_at is null) as is_out
         from identity.people
       ) p where p.id = m.id and m.company_id = $1 and m.id = $2 returning m.status`,
      [companyId, personId, PERMISSION_KEYS],
    )
    const status = rows[0]?.status ?? 'active'
    if (status === 'invited') await inviteAnew(owner, companyId, personId, invitation)
    await owner.query('commit')
    return status
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** By nobody else than themselves: whoever runs the server is no person of the company. */
const inviteAnew = async (owner: Client, companyId: number, personId: number, hash: Buffer) => {
  await owner.query(
    'delete from identity.invitations where company_id = $1 and person_id = $2 and accepted_at is null',
    [companyId, personId],
  )
  await owner.query(
    `insert into identity.invitations (hash, company_id, person_id, email, permissions, invited_by)
     select $3, $1, p.id, p.email, $4, p.id from identity.people p where p.id = $2`,
    [companyId, personId, hash, PERMISSION_KEYS],
  )
}
