import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { dashboard } from '#contract/leads/dashboard.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { sealHistory } from '#server/db/seal.ts'
import { openTenants } from '#server/db/tenant.ts'
import { makeRollups } from '#server/leads/totals/refresh-counts.ts'
import { startTestApp } from '#server/test/app.ts'
import { command } from '#server/test/command.ts'
import { othersEnded } from '#server/test/database.ts'
import { LIST_KEYS, putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'

const folder = await mkdtemp(join(tmpdir(), 'leadroom-commands-'))
const SETTINGS = {
  LEADROOM_SECRET: 'commands-Zq8vN2xT5mKw7RfJ4yLb9PdH3s',
  LEADROOM_ANCHORS: join(folder, 'anchors.jsonl'),
}
const app = await startTestApp(SETTINGS)
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const run = (name: 'check-totals' | 'verify') => command(name, app.database, [], SETTINGS)

test('check-totals names each total that is wrong and ends with 1; what it found is counted anew, and then it is content', async () => {
  const ada = await app.signIn({ can: LIST_KEYS })
  const { companyId } = ada
  for (let lead = 0; lead < 3; lead++) await putLead(app, ada, {}, [])
  const total = async () => (await ada.call(marketingLeads.list, { query: {} })).pagination.total
  expect(await total()).toBe(3)
  for (let kept = 0; kept === 0; await sleep(20))
    kept = (await app.sql(companyId, 'select from list_counts where company_id = $1', [companyId])).length
  await makeRollups(app.services.tenants, companyId)
  await app.sql(companyId, 'update list_counts set n = 9 where company_id = $1', [companyId])
  await app.sql(companyId, 'update lead_rollups set n = 9 where company_id = $1 and level = 0', [companyId])

  const { code, said } = await run('check-totals')

  expect(code).toBe(1)
  expect(said).toContain('checked 1 totals of leads, 1 wrong')
  expect(said).toContain('checked 7 dashboard sums against the leads, 1 wrong')
  expect(said).toContain('{"list":"marketing"} was 9, should be 3: recounted at the next request')
  expect(await total()).toBe(3)
  await workOff(app)
  const { data } = await ada.call(dashboard.home, { query: {} })
  expect(data.funnel).toMatchObject({ received: 3 })
  expect((await run('check-totals')).code).toBe(0)
})

test('verify finds a row of the history that was changed behind the product, and says what is not sealed yet', async () => {
  const ada = await app.signIn({ can: LIST_KEYS })
  const { companyId } = ada
  await putLead(app, ada)
  await othersEnded(app.owner)
  const anchor = await sealHistory(openTenants(app.services.workPool), companyId)
  await app.services.keepAnchor(anchor!)
  expect((await run('verify')).code).toBe(0)
  await putLead(app, ada)
  expect((await run('verify')).said).toMatch(/not sealed yet: \d+, since /)

  await app.owner.query(
    `begin; set local session_replication_role = replica;
    update changes set act = 'somebody.else' where company_id = ${companyId} and id = (select min(id) from changes where company_id = ${companyId});
    commit`,
  )

  const { code, said } = await run('verify')
  expect(code).toBe(1)
  expect(said).toMatch(/FAULT: /)
})
