import { parseArgs } from 'node:util'
import { tell, tellAsJson, type Figure } from './figure.ts'
import { firstLoad } from './first-load.ts'
import { intake } from './intake.ts'
import { leadList } from './lead-list.ts'
import { memory } from './memory.ts'
import { openPlace, type Place } from './place.ts'

// npm run bench: the figures of docs/bench.md. -- --json: a JSON line for each. -- --rows 200000 --only list,intake,web,memory

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rows: { type: 'string', default: '200000' },
    only: { type: 'string' },
  },
})
const rows = Number(values.rows)

const MEASURES: Readonly<Record<string, (place: Place) => Promise<Figure[]>>> = {
  web: firstLoad,
  memory,
  intake,
  list: (place) => leadList(place, rows),
}

const chosen = values.only?.split(',') ?? Object.keys(MEASURES)
const unknown = chosen.find((name) => !(name in MEASURES))
if (unknown !== undefined || !Number.isInteger(rows) || rows < 1) {
  console.error(`Choose among ${Object.keys(MEASURES).join(', ')}, and a whole number of rows.`)
  process.exit(1)
}

let missed = 0
for (const [name, figuresOf] of Object.entries(MEASURES)) {
  if (!chosen.includes(name)) continue
  // A place of its own for each, so that none measures what another has left.
  const place = await openPlace()
  try {
    for (const figure of await figuresOf(place)) {
      console.log(values.json ? tellAsJson(figure) : tell(figure))
      if (!figure.meets) missed += 1
    }
  } finally {
    await place.close()
  }
}
process.exitCode = missed ? 1 : 0
