import { afterAll, expect, test } from 'vitest'
import { jobs } from '#contract/platform/jobs.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { checkFile, HEADER, importer } from '#server/test/imports.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('each of very many rows that a job has skipped can be turned to', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  const { id } = await checkFile(app, ada, `${HEADER}\nYuki;yuki@mill.example;;;;;\n`)
  const { job_id } = (await ada.call(leadImports.read, { params: { id } })).data
  await app.sql(
    ada.companyId,
    `insert into job_results (company_id, job_id, subject, outcome, message)
     select $1, $2, 0, case when n % 2 = 0 then 'kept' else 'skipped' end, 'Number ' || n from generate_series(1, 30003) n`,
    [ada.companyId, job_id],
  )
  const turnTo = (query: object) =>
    ada.call(jobs.results, { params: { id: job_id! }, query: { pageSize: 100, ...query } })

  const last = await turnTo({ page: 301 })
  const kept = await turnTo({ page: 151, outcome: ['kept'] })

  expect(last.data.map(({ message }) => message)).toEqual(['Number 30001', 'Number 30002', 'Number 30003'])
  expect(last.pagination).toMatchObject({ total: 30_003, totalPages: 301 })
  expect(kept.data.map(({ message }) => message)).toEqual(['Number 30002'])
  await expect(eve.call(jobs.results, { params: { id: job_id! }, query: {} })).rejects.toThrow('404')
})
