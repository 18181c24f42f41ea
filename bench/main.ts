import { parseArgs } from 'node:util'
import { uploadedPictures } from './catalogue/pictures.ts'
import { picturesForReaders } from './content/images.ts'
import { masterProductLists } from './catalogue/master-products.ts'
import { editingMany } from './catalogue/product-bulk.ts'
import { savingCells } from './catalogue/product-cells.ts'
import { productImport } from './catalogue/product-import.ts'
import { products } from './catalogue/products.ts'
import { requirementsChange } from './catalogue/requirements-change.ts'
import { vendorApprove } from './catalogue/vendor-approve.ts'
import { contactLists } from './content/contact-messages.ts'
import { documents } from './content/document.ts'
import { typing } from './content/editor.ts'
import { blogList } from './content/posts.ts'
import { companiesList, contactsList } from './directory/lists.ts'
import { directoryUpkeep } from './directory/upkeep.ts'
import { actsOnMany, bulk } from './leads/bulk.ts'
import { dashboards } from './leads/dashboard.ts'
import { exporting } from './leads/export.ts'
import { importing } from './leads/import.ts'
import { intake } from './leads/intake.ts'
import { leadList } from './leads/lead-list.ts'
import { replays } from './leads/replay.ts'
import { subscriberLists } from './content/subscribers.ts'
import { readPosts } from './content/site.ts'
import { competitorPostLists, competitorSummaries } from './insight/competitor-posts.ts'
import { feedParse } from './insight/feed-parse.ts'
import { feedsHour } from './insight/feeds-hour.ts'
import { bodies } from './platform/bodies.ts'
import { servedFiles } from './platform/files.ts'
import { firstLoad } from './platform/first-load.ts'
import { memory } from './platform/memory.ts'
import { mailing } from './platform/outbox.ts'
import { workingTime } from './platform/working-time.ts'
import { tell, tellAsJson, type Figure } from './figure.ts'
import { openPlace, type Place } from './place.ts'
import { stopAll } from './real-server.ts'

// npm run bench: the figures of docs/bench.md. -- --json: a JSON line for each. -- --rows 200000 --rounds 5 --only list,intake: some of MEASURES

const values = readArguments()
const rows = Number(values.rows ?? 200_000)
const rounds = Number(values.rounds)

let missed = 0
const report = (figures: readonly Figure[]) => {
  for (const figure of figures) {
    console.log(values.json ? tellAsJson(figure) : tell(figure))
    if (!figure.meets) missed += 1
  }
}

const MEASURES: Readonly<Record<string, (place: Place) => Promise<Figure[]>>> = {
  web: firstLoad,
  memory,
  intake,
  import: (place) => importing(place, rows),
  'product-import': (place) => productImport(place, rows),
  list: (place) => leadList(place, rows, rounds, report),
  bulk: (place) => bulk(place, rows),
  acts: (place) => actsOnMany(place, rows),
  'product-bulk': editingMany,
  'product-cells': savingCells,
  export: (place) => exporting(place, rows),
  files: servedFiles,
  pictures: uploadedPictures,
  'pictures-for-readers': picturesForReaders,
  typing,
  replay: (place) => replays(place, rounds),
  'vendor-approve': vendorApprove,
  document: documents,
  'working-time': async () => workingTime(),
  bodies,
  mailing: (place) => mailing(place, Number(values.rows ?? 100_000)),
  'blog-list': (place) => blogList(place, rounds),
  subscribers: (place) => subscriberLists(place, rows, rounds),
  contact: (place) => contactLists(place, rows, rounds),
  'contacts-list': (place) => contactsList(place, Number(values.rows ?? 300_000), rounds),
  'companies-list': (place) => companiesList(place, Number(values.rows ?? 100_000), rounds),
  'competitor-posts': (place) => competitorPostLists(place, rows, rounds),
  'competitor-summary': (place) => competitorSummaries(place, rounds),
  'feed-parse': () => feedParse(rounds),
  'feeds-hour': feedsHour,
  'directory-upkeep': (place) => directoryUpkeep(place, rounds),
  site: (place) => readPosts(place, rounds),
  requirements: (place) => requirementsChange(place, Number(values.rows ?? 1_000_000)),
  'master-products': (place) => masterProductLists(place, Number(values.rows ?? 1_000_000), rounds),
  products: (place) => products(place, Number(values.rows ?? 1_000_000), rounds),
  // Where nothing else is said with as many as its goal is for.
  dashboard: (place) => dashboards(place, Number(values.rows ?? 1_000_000), rounds),
}

const chosen = values.only?.split(',') ?? Object.keys(MEASURES)
const unknown = chosen.find((name) => !(name in MEASURES))
const isFine = values.understood && unknown === undefined && Number.isInteger(rows) && rows > 0 && rounds >= 1
if (!isFine || values.help) {
  console.log('npm run bench -- [--json] [--rows 200000] [--rounds 5] [--only list,intake]')
  console.log(`Choose among ${Object.keys(MEASURES).join(', ')}, and a whole number of rows and of rounds.`)
  process.exit(isFine ? 0 : 1)
}

let place: Place | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave())

for (const [name, figuresOf] of Object.entries(MEASURES)) {
  if (!chosen.includes(name)) continue
  // A place of its own for each, so that none measures what another has left.
  place = await openPlace()
  try {
    report(await figuresOf(place))
  } finally {
    await place.close()
  }
}
process.exitCode = missed ? 1 : 0

/** Interrupted, it leaves nothing running and nothing behind. */
async function leave() {
  // What was under way fails now, which is nobody's fault.
  process.on('uncaughtException', () => undefined)
  await stopAll()
  await place?.interrupt()
  process.exit(1)
}

function readArguments() {
  const options = {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    rows: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  } as const
  try {
    return { understood: true, ...parseArgs({ options }).values }
  } catch {
    return { understood: false, ...parseArgs({ args: [], options }).values }
  }
}
