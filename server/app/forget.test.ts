import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { changes } from '#contract/platform/changes.ts'
import { exports } from '#contract/leads/exports.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { forgettingOf, PERSONAL } from '#server/test/forgetting.ts'
import { putLead, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'
import { forgetJobs } from '#server/platform/jobs/forget.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...MANAGER_KEYS, 'marketing_leads_edit', 'marketing_leads_delete', 'leads_export', 'leads_merge'] as const
const { forget, select, age, deletedLead, allOf } = forgettingOf(app)
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
  expect(await count(`files where entity = 'jobs' and entity_id = $1`, [file])).toBe(1)
  for (const id of [again, file]) await age(ada, 'jobs', 'finished_at', id, 30)
  await age(ada, 'jobs', 'finished_at', given, 29)

  await forget()

  for (const id of [again, file]) await expect(ada.call(jobs.one, { params: { id } })).rejects.toThrow('404')
  expect(await count('job_results where job_id = $1', [again])).toBe(0)
  expect(await count(`files where entity = 'jobs' and entity_id = $1`, [file])).toBe(0)
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
    `insert into imports (company_id, entity, file_name, bytes, state, job_id, created_by) values ($1, 'leads', 'a.csv', 1, 'importing', $2, $3)`,
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
