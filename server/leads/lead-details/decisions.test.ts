import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { changes } from '#contract/platform/changes.ts'
import { companyWords } from '#contract/leads/company-words.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { ENQUIRY, MANAGER_KEYS, putOnList, QA_KEYS, workOff } from '#server/test/leads.ts'
import { undoing, undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const manager = () =>
  app.signIn({ can: [...MANAGER_KEYS, 'qa_auto_assign_add', 'qa_auto_assign_set_status'], name: 'Mara' })
const enquiry = async (mara: TestPerson) => (await mara.call(addLead.add, { body: ENQUIRY })).data.id
const why = async (person: TestPerson, id: number) =>
  (await person.call(leadDetails.decisions, { params: { id } })).data

test('whoever holds a lead reads why, with everybody who was weighed up as they stood then', async () => {
  const mara = await manager()
  const ana = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ana' })
  const ben = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ben' })
  await putOnList(app, ana, 'qa')
  const { data: entry } = await mara.call(autoAssignQa.add, { body: { sid: ben.id } })
  await mara.call(autoAssignQa.save, { params: { id: entry.id }, body: { accepts_countries: ['DE'] } })
  const id = await enquiry(mara)
  await workOff(app)
  await mara.call(autoAssignQa.save, { params: { id: entry.id }, body: { accepts_countries: [] } })

  const told = await why(ana, id)

  expect(told).toEqual({
    decisions: [
      {
        list: 'qa',
        mode: 'auto',
        chosen: { id: ana.id, name: 'Ana' },
        considered: [
          { staff: { id: ana.id, name: 'Ana' }, eligible: true, weight: 1, expected: 1, received: 0, deficit: 1 },
          {
            staff: { id: ben.id, name: 'Ben' },
            eligible: false,
            reason: 'does not accept Pakistan',
            weight: 1,
            expected: 0,
            received: 0,
            deficit: 0,
          },
        ],
        tie_break: null,
        sticky: false,
        why: 'You were the only eligible person.',
        at: expect.any(String),
      },
    ],
    acceptance: null,
    waiting: [],
  })
})

test('a source is called what the company calls it today, whenever the lead was given or waits', async () => {
  const mara = await app.signIn({ can: [...MANAGER_KEYS, 'qa_auto_assign_set_status', 'configuration_edit'] })
  const eve = await manager()
  const given = await shownTo(mara)
  const theirs = await shownTo(eve)
  await app.sql(mara.companyId, `update assignment_entries set status = 'paused' where accepts_sources = '{}'`)
  const waiting = await enquiry(mara)
  await workOff(app)
  const before = await kept(mara)

  const told = async (person: TestPerson, id: number) => {
    const { decisions, waiting: lists } = await why(person, id)
    const { data: history } = await person.call(leadDetails.history, { params: { id }, query: {} })
    return [...decisions, ...lists, ...history.flatMap(({ decision }) => decision ?? [])].map(
      ({ considered }) => considered.find(({ reason }) => reason?.includes('source'))?.reason,
    )
  }
  const usual = 'does not accept the source “Added manually”'
  expect(await told(mara, given)).toEqual([usual, usual])
  expect(await told(mara, waiting)).toEqual([usual])

  const label = 'Typed in by staff'
  await mara.call(companyWords.setSource, { body: { code: 'manual', label } })
  const renamed = `does not accept the source “${label}”`
  expect(await told(mara, given)).toEqual([renamed, renamed])
  expect(await told(mara, waiting)).toEqual([renamed])
  expect(await told(eve, theirs)).toEqual([usual, usual])
  expect(await kept(mara)).toEqual(before)

  // A code of the company's own, kept in the words of its code.
  const { data: fair } = await mara.call(companyWords.addSource, { body: { label: 'Hanover fair' } })
  await mara.call(companyWords.setSource, { body: { code: fair.code, label: 'Fairs' } })
  await app.sql(
    mara.companyId,
    `update assignment_decisions set considered = jsonb_set(considered, '{1,reason}', '"does not accept the source hanover fair"')`,
  )
  expect(await told(mara, given)).toEqual(Array(2).fill('does not accept the source “Fairs”'))
})

/** A lead of somebody, shown to one more person who takes other sources. */
const shownTo = async (mara: TestPerson) => {
  const [ana, ben] = [
    await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ana' }),
    await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ben' }),
  ]
  for (const person of [ana, ben]) await putOnList(app, person, 'qa')
  await app.sql(mara.companyId, `update assignment_entries set accepts_sources = '{event}' where staff_id = $1`, [
    ben.id,
  ])
  const id = await enquiry(mara)
  await workOff(app)
  return id
}

const kept = ({ companyId }: TestPerson) =>
  app.sql(companyId, 'select considered from assignment_decisions where company_id = $1', [companyId])

/** A lead that the rotation gave to Ana; Ben could have it, too. */
const givenToAna = async () => {
  const mara = await manager()
  const [ana, ben] = [
    await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ana' }),
    await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ben' }),
  ]
  await putOnList(app, ana, 'qa')
  const id = await enquiry(mara)
  await workOff(app)
  return { mara, ana, ben, id }
}

test('of a lead that changed hands the newest reason is told', async () => {
  const { mara, ben, id } = await givenToAna()

  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: ben.id } })

  const { decisions } = await why(ben, id)
  expect(decisions).toMatchObject([{ mode: 'staff', chosen: { name: 'Ben' }, why: 'A colleague chose you.' }])
})

test('what holds again when a change of hands is undone is told, and what that undone brings back', async () => {
  const { mara, ana, ben, id } = await givenToAna()
  const given = (await why(ana, id)).decisions
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: ben.id } })
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: ana.id } })
  const { data: acts } = await mara.call(changes.list, { query: { limit: 2 } })

  await undoLast(mara)
  expect((await why(ben, id)).decisions).toMatchObject([{ why: 'A colleague chose you.' }])
  await undoing(mara, acts[1]!.change_set)
  expect((await why(ana, id)).decisions).toEqual(given)
  await undoLast(mara)

  expect((await why(ben, id)).decisions).toMatchObject([{ why: 'A colleague chose you.' }])
})

test('of a lead that waits everybody on the list is told as they are now, with the exact reason and its end', async () => {
  const mara = await manager()
  const ana = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ana' })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { data: entry } = await mara.call(autoAssignQa.add, { body: { sid: ana.id } })
  await mara.call(autoAssignQa.save, { params: { id: entry.id }, body: { away_until: day } })
  const id = await enquiry(mara)
  await workOff(app)

  const { decisions, waiting } = await why(mara, id)

  expect(decisions).toEqual([])
  expect(waiting).toMatchObject([
    {
      list: 'qa',
      considered: [{ staff: { name: 'Ana' }, eligible: false, reason: 'away', until: `${day}T00:00:00Z` }],
    },
  ])
})

test('a lead that one cannot see tells nothing, nor does another company’s', async () => {
  const [mara, eve] = [await manager(), await manager()]
  const id = await enquiry(mara)
  const other = await app.signIn({ can: ['assigned_leads_list'], colleagueOf: mara })
  const nobody = await app.signIn({ can: ['qa_auto_assign_list'], colleagueOf: mara })

  await expect(why(eve, id)).rejects.toThrow('404 Lead not found')
  await expect(why(other, id)).rejects.toThrow('404 Lead not found')
  await expect(why(nobody, id)).rejects.toThrow('403')
})
