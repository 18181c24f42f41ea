import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { openPortalTest } from '#server/test/portal.ts'
import { migrate } from './migrate.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
afterAll(() => app.stop())
const STEP = '0488_accounts_by_proof.sql'
const digest = (token: string) => createHash('sha256').update(token).digest()

/** As it was stored before the step: in the account of whoever has the address. */
const invited = async (by: TestPerson, id: number, email: string) => {
  const token = randomBytes(32).toString('base64url')
  await app.sql(
    by.companyId,
    `insert into identity.memberships (company_id, id, status, invited_as, permissions) values ($1, $2, 'invited', 'Nia New', '{all_leads_list}')`,
    [by.companyId, id],
  )
  await app.owner.query(
    `insert into identity.invitations (hash, company_id, person_id, email, permissions, invited_by) values ($1, $2, $3, $4, '{}', $5)`,
    [digest(token), by.companyId, id, email, by.id],
  )
  return token
}

/** What the step has done is undone, for it to be done to what is stored now. */
const takeBack = async () => {
  await app.owner.query(`
    drop table identity.password_resets;
    alter table identity.people drop column proven_at, add constraint people_email_key unique (email);
    alter table identity.invitations drop column mailed;
    alter table identity.memberships drop column reset_by, drop column reset_at`)
  await app.owner.query('delete from migrations.applied where name = $1', [STEP])
}

test('people who were invited while they are in another company get an account of their own, and their link works', async () => {
  const [ada, bob] = [await app.signIn({ can: ['people_manage'] }), await app.signIn({ can: ['people_manage'] })]
  const squatted = await portal.personWithPassword({ colleagueOf: ada })
  const both = await portal.personWithPassword({ colleagueOf: ada })
  const [token, waiting] = [await invited(bob, squatted.id, squatted.email), await invited(bob, both.id, both.email)]
  await app.sql(bob.companyId, `update identity.memberships set status = 'active' where company_id = $1 and id = $2`, [
    bob.companyId,
    both.id,
  ])
  await app.owner.query('update identity.invitations set accepted_at = now() where hash = $1', [digest(waiting)])
  await app.sql(
    bob.companyId,
    `insert into list_preferences (company_id, person_id, screen) values ($1, $2, 'all-leads')`,
    [bob.companyId, squatted.id],
  )
  await takeBack()

  expect((await migrate(databaseUrl(app.database))).applied).toEqual([STEP])

  const { data } = await bob.call(access.people, { query: { search: squatted.email } })
  expect(data.map(({ status, name }) => [status, name])).toEqual([['invited', 'Nia New']])
  expect(data[0]?.id).not.toBe(squatted.id)
  const { rows } = await app.owner.query('select person_id from list_preferences where company_id = $1', [
    bob.companyId,
  ])
  expect(rows).toEqual([{ person_id: data[0]?.id }])
  expect((await app.call(access.invitation, { body: { token } })).data.has_password).toBe(false)
  const body = { token, email: squatted.email, password: 'words of the invited' }
  await app.call(access.acceptInvitation, { body })
  expect((await portal.signIn(squatted.email, 'words of the invited')).json.user.user_id).toBe(data[0]?.id)
  expect((await portal.signIn(both.email, both.password)).json.user.user_id).toBe(both.id)
  expect((await bob.call(access.people, { query: { search: both.email } })).data.map(({ id }) => id)).toEqual([both.id])
})
