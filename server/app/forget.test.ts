import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/assigned-leads.ts'
import { bulk } from '#contract/bulk.ts'
import { changes } from '#contract/changes.ts'
import { duplicates } from '#contract/duplicates.ts'
import { exports } from '#contract/exports.ts'
import { jobs } from '#contract/jobs.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { leadEdits } from '#contract/lead-edits.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { sealHistory } from '#server/db/seal.ts'
import { verifyHistory } from '#server/db/verify-history.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { databaseUrl, othersEnded } from '#server/test/database.ts'
import { putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'
import { forgetJobs } from '#server/kit/jobs/forget.ts'
import { forgetOld } from './forget.ts'

const app = await startTestApp()
const owner = new pg.Client(databaseUrl(app.database))
await owner.connect()
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const KEYS = [...MANAGER_KEYS, 'marketing_leads_edit', 'marketing_leads_delete', 'leads_export', 'leads_merge'] as const
const forget = (
  onError: (error: unknown) => void = (error) => {
    throw error
  },
) => forgetOld(app.services.tenants, openIdentity(app.services.workPool), onError)
const select = async (person: TestPerson) =>
  (await person.call(bulk.select, { body: { list: 'marketing', filter: {} } })).data.id
const age = (person: TestPerson, table: string, column: string, id: number, days: number) =>
  app.sql(
    person.companyId,
    `update ${table} set ${column} = now() - make_interval(days => $2) - interval '1 minute' where id = $1`,
    [id, days],
  )
const count = async (text: string, values: unknown[]): Promise<number> =>
  (await app.owner.query(`select count(*)::int from ${text}`, values)).rows[0].count

test('a job goes 30 days after its end, with its results and the parts of its file; until then what it did can be undone', async () => {
  const ada = await app.signIn({ can: KEYS })
  const bob = await app.signIn({ can: KEYS, colleagueOf: ada })
  const lead = await putLead(app, ada)
  const given = (await ada.call(bulk.assign, { body: { selection: await select(ada), staffId: bob.id } })).data.job!
  await workOff(app)
  const again = (await ada.call(bulk.assign, { body: { selection: await select(ada), staffId: bob.id } })).data.job!
  const file = (await ada.call(exports.begin, { body: { selection: await select(ada), columns: ['name'] } })).data.job
  await workOff(app)
  const { change_set: changeSet } = (await ada.call(jobs.one, { params: { id: given } })).data
  expect(await count('job_results where job_id = $1', [again])).toBe(1)
  expect(await count('export_parts where job_id = $1', [file])).toBe(1)
  for (const id of [again, file]) await age(ada, 'jobs', 'finished_at', id, 30)
  await age(ada, 'jobs', 'finished_at', given, 29)

  await forget()

  for (const id of [again, file]) await expect(ada.call(jobs.one, { params: { id } })).rejects.toThrow('404')
  expect(await count('job_results where job_id = $1', [again])).toBe(0)
  expect(await count('export_parts where job_id = $1', [file])).toBe(0)
  await ada.call(jobs.one, { params: { id: given } })
  await ada.call(changes.undo, { body: { changeSet } })
  expect(await storedLead(app, lead)).toMatchObject({ status: 'new', assigned_qa: null })
})

test('of a job with very many results so many go in one transaction, and the job with the last of them', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  const withResults = async (person: TestPerson, results: number) => {
    const [{ id }] = await app.sql(
      person.companyId,
      `insert into jobs (company_id, kind, title, input, person_id, state, finished_at)
       values ($1, 'bulk.assign', 'Assign', '{}', $2, 'done', now() - interval '31 days') returning id::int`,
      [person.companyId, person.id],
    )
    await app.sql(
      person.companyId,
      `insert into job_results (company_id, job_id, subject, outcome) select $1, $2, at, 'skipped' from generate_series(1, $3::int) at`,
      [person.companyId, id, results],
    )
    return Number(id)
  }
  const [many, few, hers] = [await withResults(ada, 10_001), await withResults(ada, 2), await withResults(eve, 1)]
  const step = () =>
    app.services.tenants.write(ada.companyId, { kind: 'system', channel: 'api', act: 'jobs.forget' }, forgetJobs)

  expect(await step()).toBe(true)
  expect(await count('job_results where job_id = any($1)', [[many, few]])).toBe(3)
  expect(await count('jobs where id = any($1)', [[many, few]])).toBe(2)
  expect(await step()).toBe(false)
  expect(await count('job_results where job_id = any($1)', [[many, few]])).toBe(0)
  expect(await count('jobs where id = any($1)', [[many, few]])).toBe(0)
  expect(await count('job_results where job_id = $1', [hers])).toBe(1)
})

test('a job that has not ended stays, however old, and so does the last job of an import', async () => {
  const ada = await app.signIn({ can: KEYS })
  await putLead(app, ada)
  const open = (await ada.call(exports.begin, { body: { selection: await select(ada), columns: ['name'] } })).data.job
  const [{ id: stopped }] = await app.sql(
    ada.companyId,
    `insert into jobs (company_id, kind, title, input, person_id, state, finished_at)
     values ($1, 'imports.run', 'Import', '{}', $2, 'failed', now() - interval '90 days') returning id::int`,
    [ada.companyId, ada.id],
  )
  await app.sql(
    ada.companyId,
    `insert into lead_imports (company_id, file_name, bytes, state, job_id, created_by) values ($1, 'a.csv', 1, 'importing', $2, $3)`,
    [ada.companyId, stopped, ada.id],
  )
  await age(ada, 'jobs', 'created_at', open, 400)

  await forget()

  expect(await count('jobs where id = any($1)', [[open, stopped]])).toBe(2)
})

test('a selection that nobody acts upon goes after two days', async () => {
  const ada = await app.signIn({ can: KEYS })
  await putLead(app, ada)
  const [young, old, used] = [await select(ada), await select(ada), await select(ada)]
  await ada.call(exports.begin, { body: { selection: used, columns: ['name'] } })
  for (const id of [old, used]) await age(ada, 'selections', 'created_at', id, 2)

  await forget()

  const left = await app.owner.query('select id::int from selections where company_id = $1 order by id', [
    ada.companyId,
  ])
  expect(left.rows.map(({ id }) => id)).toEqual([young, used])
  expect(await count('selection_rows where selection_id = $1', [old])).toBe(0)
})

test('an answer that was kept for repeats goes after a day, with what it says of a lead; a younger one stays', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  const edit = (person: TestPerson, enquiryId: number) =>
    person.call(leadEdits.update, { body: { enquiryId, name: 'Noor Khan' } }, { 'idempotency-key': 'edit-1' })
  const [mine, hers] = [await putLead(app, ada), await putLead(app, eve)]
  await edit(ada, mine)
  const answer = await edit(eve, hers)
  await app.sql(
    ada.companyId,
    `insert into idempotency_keys (company_id, scope, key, request) select $1, 'form:1:enquiry', at, '' from generate_series(1, 1001) at`,
    [ada.companyId],
  )
  await app.sql(
    ada.companyId,
    `update idempotency_keys set created_at = now() - case company_id when $1 then interval '24 hours 1 minute' else interval '23 hours' end`,
    [ada.companyId],
  )

  await forget()

  expect(await count('idempotency_keys where company_id = $1', [ada.companyId])).toBe(0)
  expect(await count('idempotency_keys where answer::text like $1', ['%Noor Khan%'])).toBe(1)
  expect(await edit(eve, hers)).toEqual(answer)
})

/** A lead that people have worked with, deleted so long ago. */
const deletedLead = async (person: TestPerson, days: number) => {
  const id = await putLead(app, person, { name: 'Yuki Tanabe', message: 'Please call', phone: '+923005550158' })
  await person.call(leadDetails.comment, { body: { leadId: id, comment: 'Yuki is on holiday' } })
  await person.call(leadEdits.update, { body: { enquiryId: id, name: 'Yuki T. Tanabe', email: 'tanabe@mill.example' } })
  await person.call(leadEdits.remove, { body: { enquiryId: id } })
  await age(person, 'leads', 'deleted_at', id, days)
  return id
}
/** All that is stored of a lead, in it and in its history, as one text. */
const allOf = async (id: number): Promise<string> =>
  JSON.stringify(
    (
      await app.owner.query(
        `select to_jsonb(l) as lead, (select jsonb_agg(body) from lead_comments c where c.lead_id = l.id) as comments,
          (select jsonb_agg(v.fields) from changes c join change_values v on v.company_id = c.company_id and v.digest = c.personal
           where c.root = 'leads' and c.root_id = l.id) as history from leads l where l.id = $1`,
        [id],
      )
    ).rows,
  )
const PERSONAL = /Yuki|Tanabe|tanabe|Please call|923005550158/

test('what people told of themselves in a lead that was deleted for longer than it can be restored is gone, in its history too', async () => {
  const ada = await app.signIn({ can: KEYS })
  const old = await deletedLead(ada, 31)
  const younger = await deletedLead(ada, 30)
  const kept = await putLead(app, ada, { duplicate_of: old, status: 'invalid', reason_code: 'duplicate' })
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const before = await storedLead(app, old)

  await forget()
  await forget()

  expect(await allOf(old)).not.toMatch(PERSONAL)
  expect(await storedLead(app, old)).toMatchObject({
    id: old,
    lead_no: before.lead_no,
    status: before.status,
    deleted_at: before.deleted_at,
    erased_at: expect.anything(),
    version: before.version + 1,
  })
  expect(await allOf(younger)).toMatch(PERSONAL)
  expect(await storedLead(app, kept)).toMatchObject({ name: 'Yuki Tanabe', duplicate_of: expect.anything() })
  expect(await refusal(ada.call(leadEdits.restore, { body: { enquiryId: old } }))).toMatchObject({ status: 410 })
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const verified = await verifyHistory(owner, ada.companyId, [])
  expect(verified).toMatchObject({ faults: [] })
  expect(verified.erased).toBeGreaterThan(0)
})

test('a lead that became part of another is emptied after that one only, since until then it can be taken out again', async () => {
  const ada = await app.signIn({ can: KEYS })
  const winner = await putLead(app, ada)
  const loser = await putLead(app, ada)
  await ada.call(duplicates.merge, { body: { winnerId: winner, loserId: loser } })
  await age(ada, 'leads', 'deleted_at', loser, 90)

  await forget()
  expect(await allOf(loser)).toMatch(PERSONAL)

  await ada.call(leadEdits.remove, { body: { enquiryId: winner } })
  await age(ada, 'leads', 'deleted_at', winner, 31)
  await forget()
  await forget()
  for (const id of [winner, loser]) expect(await allOf(id)).not.toMatch(PERSONAL)
})

test('a lead that was taken out of another again is emptied there, too: in what the merge and its end had told of it', async () => {
  const ada = await app.signIn({ can: KEYS })
  const winner = await putLead(app, ada, {
    name: 'Iris Bohm',
    email: 'iris@bohm.example',
    phone: null,
    message: 'Bohm asks',
  })
  const loser = await putLead(app, ada, { name: 'Yuki Tanabe', email: 'tanabe@mill.example', message: 'Please call' })
  const { data } = await ada.call(duplicates.merge, {
    body: { winnerId: winner, loserId: loser, choices: { email: 'loser', message: 'loser' } },
  })
  await ada.call(duplicates.unmerge, { body: { mergeId: data.merge.id } })
  await ada.call(leadEdits.remove, { body: { enquiryId: loser } })
  await age(ada, 'leads', 'deleted_at', loser, 30)
  await forget()
  expect(await allOf(winner)).toMatch(PERSONAL)

  await age(ada, 'leads', 'deleted_at', loser, 31)
  await forget()
  for (const id of [winner, loser]) expect(await allOf(id)).not.toMatch(PERSONAL)
  expect(await storedLead(app, winner)).toMatchObject({ name: 'Iris Bohm', email: 'iris@bohm.example' })
  expect(await allOf(winner)).toMatch(/Iris Bohm.*Iris Bohm/)
})

test('a reason that somebody typed goes with the last lead that it was said of, and the history stays as it was sealed', async () => {
  const ada = await app.signIn({ can: KEYS })
  const [one, other] = [
    await putLead(app, ada, { assigned_qa: ada.id, status: 'assigned' }),
    await putLead(app, ada, { assigned_qa: ada.id, status: 'assigned' }),
  ]
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await ada.call(bulk.hold, { body: { selection: await select(ada), until, reason: 'Tanabe is away' } })
  await workOff(app)
  await ada.call(assignedLeads.wake, { body: { enquiryId: one } })
  await ada.call(assignedLeads.hold, { body: { enquiryId: one, until, reason: 'Yuki asked for it' } })
  const reasons = async (leadId: number) =>
    (await ada.call(leadDetails.history, { params: { id: leadId }, query: {} })).data
      .map(({ reason }) => reason)
      .filter((reason) => reason !== null)
  expect(await reasons(one)).toEqual(['Yuki asked for it', 'Tanabe is away'])
  expect(await reasons(other)).toEqual(['Tanabe is away'])
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  const erase = async (id: number) => {
    await ada.call(leadEdits.remove, { body: { enquiryId: id } })
    await age(ada, 'leads', 'deleted_at', id, 31)
    await forget()
  }
  const stored = async () =>
    JSON.stringify(
      await app.sql(
        ada.companyId,
        `select c.reason, v.fields from changes c left join change_values v on v.company_id = c.company_id
          and (v.digest = c.personal or v.digest = reason_digest(c.reason)) where c.company_id = $1`,
        [ada.companyId],
      ),
    )

  await erase(one)
  expect(await stored()).not.toMatch('Yuki asked')
  expect(await reasons(other)).toEqual(['Tanabe is away'])

  await erase(other)
  expect(await stored()).not.toMatch('Tanabe is away')
  await othersEnded(owner)
  await sealHistory(app.services.tenants, ada.companyId)
  expect(await verifyHistory(owner, ada.companyId, [])).toMatchObject({ faults: [] })
})

test('a step that fails for one company is told, and holds up neither its other steps nor the other companies', async () => {
  const ada = await app.signIn({ can: KEYS })
  const eve = await app.signIn({ can: KEYS })
  const lead = await deletedLead(ada, 31)
  const oldJob = async (person: TestPerson) => {
    await putLead(app, person)
    const selection = await select(person)
    const { job } = (await person.call(exports.begin, { body: { selection, columns: ['name'] } })).data
    await workOff(app)
    await age(person, 'jobs', 'finished_at', job, 30)
    return job
  }
  const [stays, goes] = [await oldJob(ada), await oldJob(eve)]
  await app.owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before delete on jobs for each row when (old.company_id = ${ada.companyId}) execute function refuse()`)
  const errors: unknown[] = []

  await forget((error) => errors.push(error))
  await forget((error) => errors.push(error))

  await app.owner.query('drop function refuse cascade')
  expect(errors.map(String)).toEqual(Array(2).fill(`Error: jobs.forget failed for company ${ada.companyId}`))
  expect(await allOf(lead)).not.toMatch(PERSONAL)
  expect(await count('jobs where id = any($1)', [[stays]])).toBe(1)
  expect(await count('jobs where id = any($1)', [[goes]])).toBe(0)
})
