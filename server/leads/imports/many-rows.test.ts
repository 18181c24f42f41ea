import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { startTestApp } from '#server/test/app.ts'
import { checkFile, HEADER, importer } from '#server/test/imports.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('each of very many rows that were not simply added can be turned to', async () => {
  const [ada, eve] = [await importer(app), await importer(app)]
  const file = `${HEADER}\n${'Nobody;no address;;;;;\n'.repeat(3)}`
  const [{ id }, hers] = [await checkFile(app, ada, file), await checkFile(app, eve, file)]
  await app.sql(
    ada.companyId,
    `insert into import_rows (company_id, import_id, row_no, outcome, reasons, cells, known_row)
     select $1, $2, n, case when n % 2 = 0 then 'rejected' else 'duplicate' end, '[]', array['Row ' || n, ''], 1
     from generate_series(5, 30004) n`,
    [ada.companyId, id],
  )

  const turnTo = (query: object) => ada.call(leadImports.rows, { params: { id }, query: { pageSize: 100, ...query } })
  const last = await turnTo({ page: 301 })
  const rejected = await turnTo({ page: 150, outcome: 'rejected' })

  expect(last.data.map(({ row, name }) => [row, name])).toEqual([
    [30_002, 'Row 30002'],
    [30_003, 'Row 30003'],
    [30_004, 'Row 30004'],
  ])
  expect(last.pagination).toMatchObject({ total: 30_003, totalPages: 301 })
  expect(rejected.data.at(-1)?.row).toBe(29_998)
  expect(rejected.data).toHaveLength(100)
  await expect(eve.call(leadImports.rows, { params: { id }, query: { page: 1 } })).rejects.toThrow('404')
  expect((await eve.call(leadImports.rows, { params: { id: hers.id }, query: {} })).pagination.total).toBe(3)
})
