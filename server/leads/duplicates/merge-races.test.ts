import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { lockLeads } from '#server/leads/lead/write.ts'
import { startTestApp } from '#server/test/app.ts'
import { deadlocksIn, explainDeadlocks } from '#server/test/deadlocks.ts'
import { putLead, whenNotBusy } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { arrive, comment, everything, merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp()
afterAll(() => app.stop())
await explainDeadlocks(app.owner)

const ada = await app.signIn({ can: MERGE_KEYS, name: 'Ada' })
const eve = await app.signIn({ can: MERGE_KEYS, name: 'Eve' })

const ROUNDS = howMany(6, 20)

test('W8: A into B with B into A at the same time, again and again: one effect, no cycle, no row lost', async () => {
  const people = [ada, await app.signIn({ can: MERGE_KEYS, colleagueOf: ada })]
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await putLead(app, ada), await putLead(app, ada, {}, [{ product_name: 'Pump', quantity: 1 }])]
    await comment(ada, one, 'one')
    await comment(ada, other, 'other')

    const answers = await Promise.allSettled([
      merge(people[round % 2]!, one, other),
      merge(people[(round + 1) % 2]!, other, one),
    ])

    const won = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.data] : []))
    const lost = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect([won.length, lost.map(({ status, failure }) => [status, failure.code])]).toEqual([1, [[409, 'merged']]])
    const rows = await everything(app, [one, other])
    const of = (table: string) => rows.filter((row) => row.of === table)
    expect(
      of('leads')
        .filter(({ row }) => row.deleted_at === null)
        .map(({ row }) => row.id),
    ).toEqual([won[0]!.lead.id])
    expect(of('lead_items').map(({ row }) => row.lead_id)).toEqual([won[0]!.lead.id, won[0]!.lead.id])
    expect(of('lead_comments').map(({ row }) => row.lead_id)).toEqual([won[0]!.lead.id, won[0]!.lead.id])
  }
  expect(await deadlocksIn(app.owner)).toEqual([])
})

test('a lead that is told to repeat another while the two are merged, or taken apart, waits for them in no circle', async () => {
  const mara = await app.signIn({ can: [...MERGE_KEYS, 'assigned_leads_edit_status'], colleagueOf: ada })
  const work = { status: 'in-progress', assigned_qa: mara.id }
  const repeats = (enquiryId: number, duplicateOf: number) =>
    mara.call(assignedLeads.invalidate, { body: { enquiryId, reason: 'duplicate', duplicateOf } })
  const refused: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [earlier, later] = [await putLead(app, ada), await putLead(app, ada, work)]
    const [apart, other] = [await putLead(app, ada), await putLead(app, ada, work)]
    const { data } = await merge(ada, other, apart)

    const answers = await Promise.allSettled([
      repeats(later, earlier),
      merge(ada, earlier, later),
      repeats(other, apart),
      unmerge(ada, data.merge.id),
    ])

    refused.push(...answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.status] : [])))
  }
  expect(await deadlocksIn(app.owner)).toEqual([])
  expect(refused.filter((status) => ![404, 409].includes(status))).toEqual([])
})

test('W8: a ring of three, merged in parallel, ends in one lead', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]

    await Promise.allSettled([merge(ada, a, b), merge(ada, b, c), merge(ada, c, a)])

    const found = await Promise.all(
      [a, b, c].map(async (id) => (await ada.call(leadDetails.lead, { params: { id } })).data.id),
    )
    const alive = (await everything(app, [a, b, c])).filter(({ of, row }) => of === 'leads' && row.deleted_at === null)
    expect(new Set(found).size).toBe(alive.length)
    expect(alive).toHaveLength(1)
  }
})

/** Merges, and comments on the loser when the merge has locked both leads and waits for one of the products. */
const commentWhileMerged = async (winner: number, loser: number) => {
  const gate = await app.owner.connect()
  await gate.query('begin')
  await gate.query('select from lead_items where lead_id = $1 for update', [loser])
  const sent: Promise<unknown>[] = []
  const waits = async (act: Promise<unknown>) => {
    sent.push(act)
    let ended = false
    void act.then(
      () => (ended = true),
      () => (ended = true),
    )
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!ended && (await app.owner.query(isWaiting)).rowCount !== sent.length) await sleep(5)
  }
  await waits(merge(ada, winner, loser))
  await waits(comment(ada, loser, 'Meanwhile'))
  await gate.query('rollback')
  gate.release()
  return Promise.allSettled(sent)
}

test('W8: a comment written while its lead is merged is on the lead that is left', async () => {
  const pump = [{ product_name: 'Pump', quantity: 1 }]
  const hers = await putLead(app, eve)
  await eve.call(leadDetails.comment, { body: { leadId: hers, comment: 'Elsewhere' } })
  for (;;) {
    const [winner, loser] = [await putLead(app, ada), await putLead(app, ada, {}, pump)]
    const answers = await commentWhileMerged(winner, loser)
    // A slow machine sends away whoever waits for a second: from the beginning, then.
    if (answers.some((answer) => answer.status === 'rejected' && answer.reason.status === 503)) continue

    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const { data } = await ada.call(leadDetails.comments, { params: { id: loser } })
    expect(data).toMatchObject([{ leadId: winner, comment: 'Meanwhile' }])
    const { rows } = await app.owner.query(
      'select lead_id::int, body from lead_comments where lead_id = any($1) order by lead_id',
      [[winner, loser, hers]],
    )
    expect(rows).toEqual([
      { lead_id: hers, body: 'Elsewhere' },
      { lead_id: winner, body: 'Meanwhile' },
    ])
    return
  }
})

test('W8: unmerging twenty times at once has one effect', async () => {
  const [winner, loser] = [await arrive(app, ada, { city: null }), await arrive(app, ada, { city: 'Lahore' })]
  const before = await everything(app, [winner, loser])
  const { data } = await merge(ada, winner, loser)

  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => whenNotBusy(() => unmerge(ada, data.merge.id))),
  )

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ status: 409, failure: { code: 'unmerged' } })
  expect(await everything(app, [winner, loser])).toEqual(before)
})

test('leads that are being changed keep nobody waiting who finds duplicates, writes a comment or merges others', async () => {
  const same = { email: 'same@mill.example' }
  const [one, other] = [await putLead(app, ada, same), await putLead(app, ada, same)]
  const [winner, loser] = [await putLead(app, ada), await putLead(app, ada)]
  const actor = { kind: 'person', id: ada.id, channel: 'bulk', act: 'test' } as const

  await app.services.tenants.write(ada.companyId, actor, async (tenant) => {
    await lockLeads(tenant, [one, other], sql`true`)
    await workOff(app)
    await merge(ada, winner, loser)
    await comment(ada, one, 'Meanwhile')
  })

  const members = await app.owner.query('select from duplicate_members where lead_id = any($1)', [[one, other]])
  expect(members.rowCount).toBe(2)
  const rows = await everything(app, [one, winner, loser])
  expect(rows.filter(({ of }) => of === 'lead_comments').map(({ row }) => row.body)).toEqual(['Meanwhile'])
  expect(rows.find(({ of, row }) => of === 'leads' && row.id === loser)?.row.deleted_at).not.toBeNull()
})
