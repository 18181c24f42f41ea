import { rm } from 'node:fs/promises'
import { sql, Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { EXPORT_COLUMN_NAMES, exports } from '#contract/leads/exports.ts'
import { cellOf, itemsFor } from '#server/leads/exports/columns.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { callerAt, setLeads, timeJob } from '../platform/job.ts'
import { fillSmall, growTo, untilQuiet, type Place } from '../place.ts'
import { residentMb, startReal } from '../real-server.ts'

const MOST = 50_000
const ROUNDS = 3
const GOAL = 0.5
const MEMORY_GOAL = 64

/** An export of all columns against PostgreSQL's own COPY of the same cells, and what it needs of memory meanwhile. */
export const exporting = async (place: Place, rows: number): Promise<Figure[]> => {
  await fillSmall(place)
  const count = Math.min(rows, MOST)
  await growTo(place, count)
  await setLeads(place, count, 'qa')
  const real = await startReal(place)
  try {
    await untilQuiet(place)
    const call = await callerAt(real, 'admin')
    const rounds = []
    let most = 0
    let before = 0
    for (let round = 0; round <= ROUNDS; round++) {
      const watch = setInterval(() => void residentMb(real).then((mb) => void (most = Math.max(most, mb))), 100)
      const mine = await timeJob(
        call,
        async (selection) =>
          (await call(exports.begin, { body: { selection, columns: [...EXPORT_COLUMN_NAMES] } })).data.job,
        count,
      )
      clearInterval(watch)
      const theirs = await timeCopy(place)
      if (round > 0) rounds.push({ mine, theirs })
      else {
        before = await residentMb(real)
        most = before
      }
    }
    const ours = median(rounds.map(({ mine }) => mine))
    const bare = median(rounds.map(({ theirs }) => theirs))
    const grown = most - before
    return [
      {
        figure: 'export',
        ratio: rounded(bare / ours),
        rows: count,
        ours: rounded((count / ours) * 1_000),
        bare: rounded((count / bare) * 1_000),
        unit: 'leads/s',
        goal: `≥ ${GOAL}`,
        meets: bare / ours >= GOAL,
      },
      {
        figure: 'export memory',
        ratio: rounded(grown / MEMORY_GOAL),
        rows: count,
        ours: rounded(grown),
        unit: 'MB more at the most',
        goal: `≤ ${MEMORY_GOAL} MB`,
        meets: grown <= MEMORY_GOAL,
      },
    ]
  } finally {
    await real.stop()
  }
}

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const timeCopy = async ({ owner }: Place) => {
  const cells = EXPORT_COLUMN_NAMES.map((column) => cellOf(column, 'Asia/Kolkata'))
  const { sql: text } = sql`
    with people as materialized (select id, first_name || ' ' || last_name as name from identity.people)
    select ${sql.join(cells)} from leads l ${itemsFor(EXPORT_COLUMN_NAMES)} where l.source = 'event' order by l.created_at desc, l.id desc`.compile(
    compiler,
  )
  const file = `/tmp/leadroom-copy-${process.pid}.csv`
  const from = performance.now()
  await owner.query(
    `copy (${text.replace(/\$\d+/g, `'Asia/Kolkata'`)}) to '${file}' with (format csv, header, force_quote *)`,
  )
  const took = performance.now() - from
  await rm(file, { force: true })
  return took
}
