import { afterAll, describe, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import { startTestApp } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { bytes, fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS, REP_KEYS } from '#server/test/leads.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const mara = await app.signIn({ can: MANAGER_KEYS, name: 'Mara' })
const quinn = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Quinn' })
const remy = await app.signIn({ can: REP_KEYS, colleagueOf: mara, name: 'Remy' })
const eve = await app.signIn({ can: MANAGER_KEYS, name: 'Eve' })
const { assign, checkAssigned, checkCurrentAssignment } = marketingLeads
const give = (leadIds: number[], staffId: number, who = mara) => who.call(assign, { body: { leadIds, staffId } })

describe('assigning', () => {
  test('several leads: each for itself, with the holder of those refused, twice the same counts once', async () => {
    const [free, held, foreign, invalid] = [
      await putLead(app, mara),
      await putLead(app, mara, { status: 'assigned', assigned_qa: quinn.id }),
      await putLead(app, eve),
      await putLead(app, mara, { status: 'invalid' }),
    ]
    const starter = await app.signIn({ can: [...QA_KEYS, 'marketing_leads_assign_to_staff'], colleagueOf: mara })

    const { data } = await give([held, free, foreign, invalid, free, 999_999_999], mara.id, starter)

    expect(data).toEqual({
      assigned: [free],
      refused: [
        {
          leadId: held,
          code: 'held',
          message: 'Quinn owns this lead. You need the permission “Reassign leads” to reassign it',
          holder: { id: quinn.id, name: 'Quinn' },
        },
        { leadId: foreign, code: 'not_found', message: 'Lead not found', holder: null },
        { leadId: invalid, code: 'wrong_status', message: 'This lead is invalid and can’t be assigned', holder: null },
        { leadId: 999_999_999, code: 'not_found', message: 'Lead not found', holder: null },
      ],
    })
    expect(await storedLead(app, free)).toMatchObject({
      assigned_qa: mara.id,
      assigned_how: 'staff',
      status: 'assigned',
      version: 2,
    })
    expect(await storedLead(app, held)).toMatchObject({ assigned_qa: quinn.id, version: 1 })
    expect(await storedLead(app, foreign)).toMatchObject({ assigned_qa: null, version: 1 })
  })

  test('whoever is being deactivated while a lead is given to them does not get it', async () => {
    const leaving = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Lee' })
    const [lead, theirs] = [await putLead(app, mara), await putLead(app, eve)]
    let giving: Promise<unknown> | undefined
    const deactivate = `update identity.memberships set status = 'deactivated' where company_id = $1 and id = $2`
    await app.holding(mara.companyId, deactivate, [mara.companyId, leaving.id], async () => {
      giving = refusal(give([lead], leaving.id))
      await somebodyWaits(app)
    })

    expect(await giving).toMatchObject({ status: 409, code: 'deactivated' })
    expect(await storedLead(app, lead)).toMatchObject({ assigned_qa: null, version: 1 })
    await give([theirs], eve.id, eve)
    expect(await storedLead(app, theirs)).toMatchObject({ assigned_qa: eve.id })
  })

  test('one lead that is refused refuses the call, naming the holder', async () => {
    const held = await putLead(app, mara, { status: 'assigned', assigned_qa: quinn.id })
    const starter = await app.signIn({ can: [...QA_KEYS, 'marketing_leads_assign_to_staff'], colleagueOf: mara })
    const before = await fingerprint(app)

    expect(await refusal(give([held], mara.id, starter))).toMatchObject({
      status: 409,
      code: 'held',
      message: expect.stringContaining('Quinn owns this lead'),
      details: { assigned: [], refused: [{ leadId: held, holder: { id: quinn.id, name: 'Quinn' } }] },
    })
    expect(await refusal(give([held], quinn.id))).toMatchObject({
      status: 409,
      code: 'held',
      message: 'Quinn already owns this lead',
    })
    expect(await fingerprint(app)).toBe(before)
  })

  test('a lead that is held changes hands with the reassign key, and the decision keeps from whom', async () => {
    const held = await putLead(app, mara, { status: 'in-progress', assigned_qa: quinn.id })

    await give([held], mara.id)

    expect(await storedLead(app, held)).toMatchObject({ assigned_qa: mara.id, status: 'in-progress' })
    expect(
      await app.sql(
        mara.companyId,
        'select list, mode, chosen, replaced from assignment_decisions where lead_id = $1',
        [held],
      ),
    ).toEqual([{ list: 'qa', mode: 'staff', chosen: mara.id, replaced: quinn.id }])
  })

  test('each state needs its own key', async () => {
    const cases = [
      ['marketing_leads_assign_to_staff', {}],
      ['marketing_leads_reassign', { status: 'assigned', assigned_qa: quinn.id }],
      ['valid_leads_assign', { status: 'valid', assigned_qa: quinn.id }],
    ] as const
    const all = cases.map(([key]) => key)
    for (const [key, lead] of cases) {
      const id = await putLead(app, mara, lead)
      const without = await app.signIn({
        can: [...QA_KEYS, 'valid_leads_list', ...all.filter((one) => one !== key)],
        colleagueOf: mara,
      })
      const having = await app.signIn({ can: [...QA_KEYS, 'valid_leads_list', key], colleagueOf: mara })
      const refused = await refusal(give([id], mara.id, without))
      expect([403, 409]).toContain(refused.status)
      expect(refused.message).toContain(permissionLabel(key))
      expect(await storedLead(app, id)).toMatchObject({ version: 1 })

      expect((await give([id], mara.id, having)).data.assigned).toEqual([id])
    }
    const none = await app.signIn({ can: QA_KEYS, colleagueOf: mara })
    expect(await refusal(give([await putLead(app, mara)], mara.id, none))).toMatchObject({
      status: 403,
      details: { needs: [...all] },
    })
  })

  test('W2: nobody is given what they cannot work: another company’s person, a deactivated one, one without the right', async () => {
    const [lead, valid] = [
      await putLead(app, mara),
      await putLead(app, mara, { status: 'valid', assigned_qa: quinn.id }),
    ]
    const gone = await app.signIn({ can: MANAGER_KEYS, colleagueOf: mara, name: 'Gone' })
    await app.sql(mara.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [gone.id])
    const before = await fingerprint(app)

    const foreign = await mara.send('POST', assign.path, { leadIds: [lead], staffId: eve.id })
    expect(bytes(foreign)).toBe(bytes(await mara.send('POST', assign.path, { leadIds: [lead], staffId: 999_999 })))
    expect(foreign).toMatchObject({ status: 404, json: { message: 'Person not found' } })
    expect(await refusal(give([lead], gone.id))).toMatchObject({
      status: 409,
      code: 'deactivated',
      message: 'Gone is deactivated and can’t take leads',
    })
    expect(await refusal(give([lead], remy.id))).toMatchObject({
      status: 409,
      code: 'no_permission',
      message: expect.stringContaining('Decide on assigned leads'),
    })
    expect(await refusal(give([valid], quinn.id))).toMatchObject({
      status: 409,
      code: 'no_permission',
      message: expect.stringContaining('See valid leads'),
    })
    expect(await fingerprint(app)).toBe(before)

    await give([valid], remy.id)
    expect(await storedLead(app, valid)).toMatchObject({ sales_person: remy.id })
  })

  test('another company’s lead is as unknown as one that never was', async () => {
    const lead = await putLead(app, mara)
    const before = await fingerprint(app)

    for (const [path, body] of [
      [assign.path, { staffId: eve.id }],
      [allLeads.assignToMe.path, {}],
    ] as const)
      expect(bytes(await eve.send('POST', path, { leadIds: [lead], ...body }))).toBe(
        bytes(await eve.send('POST', path, { leadIds: [999_999_999], ...body })),
      )
    expect(await fingerprint(app)).toBe(before)
  })

  test('what is held back by a restricted domain is given to nobody', async () => {
    const [{ id: domain }] = await app.sql(
      mara.companyId,
      `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example') returning id`,
      [mara.companyId],
    )
    const held = await putLead(app, mara, { quarantined_by: domain })

    expect(await refusal(give([held], quinn.id))).toMatchObject({ status: 409, code: 'quarantined' })
    expect(await refusal(quinn.call(allLeads.assignToMe, { body: { leadIds: [held] } }))).toMatchObject({
      status: 409,
      code: 'quarantined',
    })
    expect(await storedLead(app, held)).toMatchObject({ assigned_qa: null })
  })

  test('ids that are none, none at all, or more than a thousand are refused and named', async () => {
    for (const leadIds of [
      [],
      [0],
      [-1],
      [1.5],
      ['1'],
      [2 ** 53],
      [[1, 2]],
      [{ gt: 0 }],
      Array.from({ length: 1_001 }, (_, at) => at + 1),
      '1,2',
      null,
    ])
      for (const path of [assign.path, allLeads.assignToMe.path]) {
        const { status, json } = await mara.send('POST', path, { leadIds, staffId: quinn.id })
        expect([status, json.errors?.[0]?.field]).toEqual([400, expect.stringMatching(/^leadIds/)])
      }
    expect(await mara.send('POST', assign.path, { leadIds: [1] })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'staffId' }] },
    })
  })
})

describe('taking a lead oneself', () => {
  const take = (leadIds: number[], who = quinn) => who.call(allLeads.assignToMe, { body: { leadIds } })

  test('works from Unassigned alone, and tells whoever comes late who has it, however far it has come', async () => {
    const [worker, late] = [
      await app.signIn({
        can: ['all_leads_list', 'all_leads_assign_to_me', 'assigned_leads_list', 'assigned_leads_edit_status'],
        colleagueOf: mara,
        name: 'Wim',
      }),
      await app.signIn({
        can: ['all_leads_list', 'all_leads_assign_to_me', 'assigned_leads_list', 'assigned_leads_edit_status'],
        colleagueOf: mara,
      }),
    ]
    const id = await putLead(app, mara)
    expect((await take([id], worker)).data).toEqual({ assigned: [id], refused: [] })
    expect(await storedLead(app, id)).toMatchObject({
      assigned_qa: worker.id,
      assigned_how: 'self',
      status: 'assigned',
    })

    for (const status of ['assigned', 'in-progress', 'valid']) {
      await app.sql(mara.companyId, 'update leads set status = $2 where id = $1', [id, status])
      expect(await refusal(take([id], late))).toMatchObject({
        status: 409,
        code: 'held',
        message: 'Wim owns this lead',
        details: { refused: [{ holder: { id: worker.id, name: 'Wim' } }] },
      })
    }
    expect(await refusal(take([id], worker))).toMatchObject({
      status: 409,
      code: 'held',
      message: 'You already own this lead',
    })
  })

  test('takes what is free and names who holds the rest', async () => {
    const [one, two, held] = [
      await putLead(app, mara),
      await putLead(app, mara),
      await putLead(app, mara, { status: 'assigned', assigned_qa: mara.id }),
    ]

    const { data } = await take([one, held, two])

    expect(data).toMatchObject({
      assigned: [one, two],
      refused: [{ leadId: held, code: 'held', holder: { id: mara.id, name: 'Mara' } }],
    })
  })

  test('needs its key, the right to work the lead, and a list on which the lead is seen', async () => {
    const id = await putLead(app, mara)
    const noKey = await app.signIn({
      can: ['all_leads_list', 'assigned_leads_list', 'assigned_leads_edit_status'],
      colleagueOf: mara,
    })
    const noWork = await app.signIn({ can: ['all_leads_list', 'all_leads_assign_to_me'], colleagueOf: mara })
    const blind = await app.signIn({
      can: ['all_leads_assign_to_me', 'assigned_leads_list', 'assigned_leads_edit_status'],
      colleagueOf: mara,
    })
    const before = await fingerprint(app)

    expect(await refusal(take([id], noKey))).toMatchObject({
      status: 403,
      details: { needs: ['all_leads_assign_to_me'] },
    })
    expect(await refusal(take([id], noWork))).toMatchObject({ status: 409, code: 'no_permission' })
    expect(await refusal(take([id], blind))).toMatchObject({ status: 404 })
    expect(await fingerprint(app)).toBe(before)
  })
})

describe('who holds a lead', () => {
  test('is told for one lead and for many: the QA person of an undecided lead, the sales person of a valid one, and since when', async () => {
    const [free, held, valid, foreign] = [
      await putLead(app, mara),
      await putLead(app, mara),
      await putLead(app, mara, { status: 'valid', assigned_qa: quinn.id }),
      await putLead(app, eve),
    ]
    await give([held], quinn.id)
    await give([valid], remy.id)

    const { data } = await mara.call(checkAssigned, { query: { leadId: [valid, free, held, foreign, 999_999_999] } })

    expect(data).toEqual([
      { leadId: free, status: 'new', assigned: false, holder: null, since: null, version: 1 },
      {
        leadId: held,
        status: 'assigned',
        assigned: true,
        holder: { id: quinn.id, name: 'Quinn' },
        since: expect.any(String),
        version: 2,
      },
      {
        leadId: valid,
        status: 'valid',
        assigned: true,
        holder: { id: remy.id, name: 'Remy' },
        since: expect.any(String),
        version: 2,
      },
    ])
    expect((await mara.call(checkCurrentAssignment, { params: { id: held } })).data).toEqual(data[1])
    expect(await refusal(mara.call(checkCurrentAssignment, { params: { id: foreign } }))).toMatchObject({ status: 404 })
  })

  test('keeps to the leads that the caller can see', async () => {
    const held = await putLead(app, mara, { status: 'assigned', assigned_qa: mara.id })
    const other = await app.signIn({ can: ['assigned_leads_list'], colleagueOf: mara })

    expect((await other.call(checkAssigned, { query: { leadId: [held] } })).data).toEqual([])
    expect(await mara.send('GET', '/marketing/check_lead_assigned')).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'leadId' }] },
    })
  })
})

test('after all of this owners, decisions and history agree', async () => {
  expect(await contradictions(app.owner)).toEqual([])
})
