import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { productImports } from '#contract/catalogue/product-imports.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp, type TestApp, type TestPerson } from '../app.ts'
import { contradictions } from '../checker.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { checkProducts, importProducts, productImporter, storedProducts } from '../product-imports.ts'
import { freeWork, startProgram } from '../program.ts'

const KILLS = howMany(1, 20)
/** Of them while it is reverted. */
const KILLS_BACK = howMany(1, 4)
const ROWS = KILLS * 1_000
const GUARD = 300_000 + KILLS * 60_000
const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent' }

const app: TestApp = await startTestApp(SETTINGS)
afterAll(() => app.stop())

const start = (crash?: string) =>
  startProgram({
    ...SETTINGS,
    DATABASE_URL: databaseUrl(app.database),
    ...(crash ? { LEADROOM_TEST_CRASH: crash } : {}),
  })

/** Lets the server work, killed at one place after the other, until the import is in that state. */
const killedUntil = async (person: TestPerson, id: number, wanted: string, points: readonly string[]) => {
  const stateNow = async () => (await person.call(productImports.read, { params: { id } })).data.state
  let kills = 0
  for (const point of points) {
    if ((await stateNow()) === wanted) break
    const program = await start(point)
    expect((await program.ended).signal, `${point} was passed`).toBe('SIGKILL')
    await freeWork(app.owner)
    kills++
  }
  const program = await start()
  const since = Date.now()
  while ((await stateNow()) !== wanted) {
    expect(Date.now() - since, `the import is not ${wanted}`).toBeLessThan(GUARD)
    await sleep(200)
  }
  program.kill('SIGTERM')
  await program.ended
  return kills
}

test(
  'C3: killed while it adds and changes products, an import has each row once, and reverting is the identity',
  async () => {
    const { person: ada } = await productImporter(app)
    const known = 'Code;Name;Category;Material\nK-1;First;Valves;Brass\nK-2;Second;Valves;Steel\n'
    await importProducts(app, ada, known)
    const before = await storedProducts(app, ada)
    const lines = [
      'K-1;Changed;Valves;5 bar',
      ...Array.from({ length: ROWS }, (_, at) => `P${at};Product ${at};Valves;5 bar`),
      'K-2;Changed;Valves;5 bar',
    ]
    const file = `Code;Name;Category;Pressure\n${lines.join('\n')}\n`
    const { id, counts } = await checkProducts(app, ada, file)
    expect(counts).toMatchObject({ rows: lines.length, added: lines.length, duplicates: 2, rejected: 0 })

    await ada.call(productImports.start, { body: { id } })
    const points = [
      'import.after_products',
      'import.after_chunk',
      'job.after_effect',
      'job.after_chunk',
      'job.after_claim',
    ]
    let kills = await killedUntil(
      ada,
      id,
      'imported',
      Array.from({ length: KILLS }, (_, at) => points[at % points.length] ?? ''),
    )
    const after = await storedProducts(app, ada)
    expect(after).toHaveLength(lines.length)
    expect(after.filter(({ name }) => name === 'Changed')).toHaveLength(2)
    const [told] = await app.sql(
      ada.companyId,
      `select count(*)::int as values, count(distinct entity_id)::int as each from changes
       where company_id = $1 and entity = 'product_values' and act = 'product-imports.run' and fields #>> '{value,1}' like '%bar%'`,
      [ada.companyId],
    )
    expect(told?.values).toBe(told?.each)

    await ada.call(productImports.revert, { body: { id } })
    kills += await killedUntil(
      ada,
      id,
      'reverted',
      Array.from({ length: KILLS_BACK }, (_, at) => ['import.after_revert', 'job.after_chunk'][at % 2] ?? ''),
    )
    expect((await ada.call(productImports.read, { params: { id } })).data).toMatchObject({
      removed: lines.length,
      kept: 0,
    })
    expect(await storedProducts(app, ada)).toEqual(before)
    expect(await importProducts(app, ada, file)).toMatchObject({ counts: { added: lines.length, rejected: 0 } })
    expect(await storedProducts(app, ada)).toEqual(after)
    expect(await contradictions(app.owner)).toEqual([])
    figure(`C3 product import: ${kills} kills in ${lines.length} rows, each imported once and reverted once`)
  },
  GUARD,
)
