import { UcumLhcUtils } from '@lhncbc/ucum-lhc'
import { afterAll, expect, test } from 'vitest'
import { UNITS, unitsOfFamily, UNIT_FAMILIES } from '#contract/catalogue/units.ts'
import { startTestApp } from '#server/test/app.ts'

const ucum = UcumLhcUtils.getInstance()

const app = await startTestApp()
const ada = await app.signIn({ name: 'Ada' })
afterAll(() => app.stop())

test('the table has the units of the contract, to the digit', async () => {
  const rows = await app.sql(
    ada.companyId,
    'select code, family, factor::text, "offset"::text from measurement_units order by code collate "C"',
  )

  const written = UNITS.map(({ code, family, factor, offset }) => ({ code, family, factor, offset }))
  expect(rows).toEqual(written.toSorted((one, other) => (one.code < other.code ? -1 : 1)))
})

test('a request reads it and cannot change it', async () => {
  const { rows } = await app.owner.query(
    `select p as privilege from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p
    where has_table_privilege('leadroom_app', 'measurement_units', p)`,
  )

  expect(rows).toEqual([{ privilege: 'select' }])
})

test('the database converts as the contract does: 16 bar are 232.06038037 psi', async () => {
  const rows = await app.sql(
    ada.companyId,
    `select round((16 * bar.factor + bar."offset" - psi."offset") / psi.factor, 8)::text as psi
    from measurement_units bar, measurement_units psi where bar.code = 'bar' and psi.code = '[psi]'`,
  )

  expect(rows).toEqual([{ psi: '232.06038037' }])
})

test('each factor is that of UCUM, as far as its double precision goes', () => {
  const wrong = UNIT_FAMILIES.flatMap((family) => {
    const [base] = unitsOfFamily(family)
    return unitsOfFamily(family).flatMap((unit) =>
      ['1', '7', '-40'].flatMap((value) => {
        const { status, toVal, msg } = ucum.convertUnitTo(unit.code, Number(value), base?.code ?? '')
        const ours =
          (Number(value) * Number(unit.factor) + Number(unit.offset) - Number(base?.offset)) / Number(base?.factor)
        const isClose = status === 'succeeded' && Math.abs(toVal - ours) <= 1e-12 * Math.max(Math.abs(ours), 1e-300)
        return isClose ? [] : [`${value} ${unit.code} is ${ours} ${base?.code}, for UCUM ${toVal} ${msg.join()}`]
      }),
    )
  })

  expect(wrong).toEqual([])
})
