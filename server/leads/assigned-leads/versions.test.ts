import { afterAll, describe, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const qa = await app.signIn({ can: MANAGER_KEYS, name: 'Quinn' })
const mara = await app.signIn({ can: MANAGER_KEYS, colleagueOf: qa, name: 'Mara' })
const { start, validate, invalidate } = assignedLeads

const versionOf = async (id: number): Promise<number> => (await storedLead(app, id)).version

describe('a decision made on an older version', () => {
  test('is refused when the owner has changed, with the lead as it is now and the fields', async () => {
    const id = await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id })
    const version = await versionOf(id)
    await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: mara.id } })
    const before = await fingerprint(app)

    for (const act of [start, validate, invalidate] as const)
      expect(await refusal(qa.call(act, { body: { enquiryId: id, version } }))).toMatchObject({
        status: 409,
        code: 'version_conflict',
        details: {
          current: { id, assigned_qa: { id: mara.id, name: 'Mara' }, version: version + 1 },
          fields: ['assigned_qa'],
        },
      })
    expect(
      await refusal(qa.call(marketingLeads.assign, { body: { leadIds: [id], staffId: qa.id, version } })),
    ).toMatchObject({ code: 'version_conflict' })
    expect(await fingerprint(app)).toBe(before)
  })

  test('is refused when the status or the verdict has changed', async () => {
    const id = await putLead(app, qa, { status: 'in-progress', assigned_qa: qa.id })
    const version = await versionOf(id)
    await qa.call(validate, { body: { enquiryId: id } })

    const refused = await refusal(qa.call(invalidate, { body: { enquiryId: id, reason: 'competitor', version } }))

    expect(refused).toMatchObject({ status: 409, code: 'version_conflict', details: { current: { status: 'valid' } } })
    expect(refused.details!['fields']).toEqual(expect.arrayContaining(['status', 'verdict_id']))
    expect(await storedLead(app, id)).toMatchObject({ status: 'valid' })
  })

  test('passes when only something else has changed: both writers win', async () => {
    const id = await putLead(app, qa, { status: 'in-progress', assigned_qa: qa.id })
    const version = await versionOf(id)
    await app.sql(qa.companyId, `update leads set city = 'Karachi', message = 'Call me' where id = $1`, [id])
    await qa.call(leadDetails.comment, { body: { leadId: id, comment: 'Meanwhile' } })

    await qa.call(validate, { body: { enquiryId: id, version } })

    expect(await storedLead(app, id)).toMatchObject({ status: 'valid', city: 'Karachi', message: 'Call me' })
  })

  test('passes with the newest version, and without any', async () => {
    const id = await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id })

    await qa.call(start, { body: { enquiryId: id, version: await versionOf(id) } })
    await qa.call(validate, { body: { enquiryId: id } })

    expect(await storedLead(app, id)).toMatchObject({ status: 'valid', version: 3 })
  })
})

describe('W6: an idempotency key', () => {
  const key = (text: string) => ({ 'idempotency-key': text })
  const events = (id: number) =>
    app.sql(
      qa.companyId,
      `select act from changes where root = 'leads' and root_id = $1 and entity = 'leads' and verb = 'updated'`,
      [id],
    )
  const snapshots = (id: number) => app.sql(qa.companyId, 'select id from lead_verdicts where lead_id = $1', [id])

  test('a verdict sent twice is stored once and answered alike', async () => {
    const id = await putLead(app, qa, { status: 'in-progress', assigned_qa: qa.id })

    const first = await qa.call(validate, { body: { enquiryId: id } }, key('verdict-1'))
    const again = await qa.call(validate, { body: { enquiryId: id } }, key('verdict-1'))

    expect(again).toEqual(first)
    expect([(await events(id)).length, (await snapshots(id)).length]).toEqual([1, 1])
  })

  test('50 at once with one key are one verdict with one answer', async () => {
    const id = await putLead(app, qa, { status: 'in-progress', assigned_qa: qa.id })

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => qa.call(validate, { body: { enquiryId: id } }, key('verdict-50'))),
    )

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([(await events(id)).length, (await snapshots(id)).length]).toEqual([1, 1])
  })

  test('under the same key another request is refused, another call and another person are not', async () => {
    const [one, two] = [
      await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id }),
      await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id }),
    ]
    await qa.call(start, { body: { enquiryId: one } }, key('mine'))

    expect(await refusal(qa.call(start, { body: { enquiryId: two } }, key('mine')))).toMatchObject({
      status: 409,
      code: 'key_reused',
    })
    expect(await storedLead(app, two)).toMatchObject({ status: 'assigned' })
    await qa.call(validate, { body: { enquiryId: one } }, key('mine'))
    await mara.call(start, { body: { enquiryId: two } }, key('mine'))
    expect([(await storedLead(app, one)).status, (await storedLead(app, two)).status]).toEqual(['valid', 'in-progress'])
  })

  test('a refused request leaves its key unused', async () => {
    const id = await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id })
    expect(await refusal(qa.call(validate, { body: { enquiryId: id } }, key('early')))).toMatchObject({ status: 409 })
    await qa.call(start, { body: { enquiryId: id } })

    await qa.call(validate, { body: { enquiryId: id } }, key('early'))

    expect(await storedLead(app, id)).toMatchObject({ status: 'valid' })
  })

  test('after a day the key is free for any request, of 20 at once for one; until then it stands', async () => {
    const eve = await app.signIn({ can: MANAGER_KEYS })
    const say = async (who: TestPerson, leadId: number, comment: string) =>
      (await who.call(leadDetails.comment, { body: { leadId, comment } }, key('a-day'))).data.id
    const [mine, hers] = [await putLead(app, qa), await putLead(app, eve)]
    await say(qa, mine, 'First')
    const younger = await say(eve, hers, 'First')
    for (const [{ companyId }, age] of [
      [qa, '24 hours 1 minute'],
      [eve, '23 hours 59 minutes'],
    ] as const)
      await app.sql(
        companyId,
        `update idempotency_keys set created_at = now() - $2::interval where company_id = $1 and key = 'a-day'`,
        [companyId, age],
      )

    const ids = await Promise.all(Array.from({ length: 20 }, () => say(qa, mine, 'Second')))

    expect(new Set(ids).size).toBe(1)
    expect(await refusal(say(qa, mine, 'First'))).toMatchObject({ status: 409, code: 'key_reused' })
    expect(await refusal(say(eve, hers, 'Second'))).toMatchObject({ status: 409, code: 'key_reused' })
    expect(await say(eve, hers, 'First')).toBe(younger)
    const { rows } = await app.owner.query(
      'select lead_id::int, body from lead_comments where lead_id = any($1) order by id',
      [[mine, hers]],
    )
    expect(rows).toEqual([
      { lead_id: mine, body: 'First' },
      { lead_id: hers, body: 'First' },
      { lead_id: mine, body: 'Second' },
    ])
  })

  test('a key that is too long, empty or unprintable is refused and named', async () => {
    const id = await putLead(app, qa, { status: 'assigned', assigned_qa: qa.id })

    for (const bad of ['x'.repeat(201), '', 'with space', 'ümlaut'])
      expect(await refusal(qa.call(start, { body: { enquiryId: id } }, key(bad)))).toMatchObject({
        status: 400,
        errors: [{ field: 'Idempotency-Key' }],
      })
    expect(await storedLead(app, id)).toMatchObject({ status: 'assigned' })
  })
})
