import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { readAnchors } from '#server/db/anchors.ts'
import { sealHistory } from '#server/db/seal.ts'
import { openTenants } from '#server/db/tenant.ts'
import { verifyHistory } from '#server/db/verify-history.ts'
import { startTestApp, type TestPerson } from './app.ts'
import { databaseUrl, othersEnded } from './database.ts'
import { putLead } from './journey.ts'
import { MANAGER_KEYS } from './leads.ts'

/** An app whose history is sealed when a test says so and anchored in a file, and whoever may do anything in its database. */
export const startSealedApp = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadroom-anchors-'))
  const anchors = join(folder, 'anchors.jsonl')
  const app = await startTestApp({ LEADROOM_ANCHORS: anchors })
  const owner = new pg.Client(databaseUrl(app.database))
  await owner.connect()

  const seal = async ({ companyId }: TestPerson) => {
    await othersEnded(owner)
    const anchor = await sealHistory(openTenants(app.services.workPool), companyId)
    if (anchor) await app.services.keepAnchor(anchor)
    return anchor
  }

  return {
    app,
    owner,
    anchors,
    seal,

    verify: async ({ companyId }: TestPerson) =>
      verifyHistory(owner, companyId, (await readAnchors(anchors)).get(companyId) ?? []),

    /** In the order in which they are sealed. */
    changeIds: async ({ companyId }: TestPerson): Promise<number[]> =>
      (await owner.query('select id::int from changes where company_id = $1 order by tx, id', [companyId])).rows.map(
        ({ id }) => id,
      ),

    /** A company with some history, sealed as the worker seals it. */
    async withHistory() {
      const ada = await app.signIn({ can: MANAGER_KEYS, name: 'Ada' })
      const lead = await putLead(app, ada)
      await ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } })
      const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
      await ada.call(assignedLeads.hold, { body: { enquiryId: lead, until, reason: 'Away for a week' } })
      for (const comment of ['One', 'Two', 'Three'])
        await ada.call(leadDetails.comment, { body: { leadId: lead, comment } })
      await seal(ada)
      return ada
    },

    async stop() {
      await owner.end()
      await app.stop()
      await rm(folder, { recursive: true })
    },
  }
}
