import { Client } from 'pg'
import { storeBylines } from './authors.ts'
import { findCompanies, makeCompanies, type Staffed } from './companies.ts'
import { followCompetitors } from './competitors.ts'
import { receiveMessages } from './contact-messages.ts'
import { keepDirectories } from './directory.ts'
import { findFurniture, furnish } from './furnish.ts'
import { fillIn, setUpStructure } from './structure.ts'
import { beginners, findEntries, keepTallies, storeEntries } from './lists.ts'
import { COMPANIES, DEMO_PASSWORD } from './people.ts'
import { publishedAccounts } from './published.ts'
import { askQuestions } from './questions.ts'
import { storeMailings } from './mailings.ts'
import { storePosts } from './posts.ts'
import { seeded } from './random.ts'
import { openRotation } from './rotation.ts'
import { openSite } from './site.ts'
import { storeSubscribers } from './subscribers.ts'
import { storeRows } from './store.ts'
import { linkVendors } from './vendor-links.ts'
import { requestUpdates } from './vendor-requests.ts'
import { clocksOf, findWorkingHours, setWorkingHours } from './working-hours.ts'
import { openWorld, run, shared, span } from './run.ts'

const USUAL_LEADS = 3_000

export interface FillOptions {
  /** Of the database's owner. */
  ownerUrl: string
  secret: string
  leads?: number
  seed?: number
  now?: number
  /** Told after each chunk. */
  progress?: (stored: number, of: number) => void
}

/** Fills a database without companies; answers a line for each account that people can sign in with. */
export const fillIfEmpty = async (options: FillOptions, say: (line: string) => void): Promise<readonly string[]> => {
  return withClient(options.ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from identity.companies limit 1')
    if (!rowCount) {
      say('Filling the empty database with two demo companies')
      await together(client, () => fillFresh(client, options))
      await finishOff(client, options)
    }
    return (await findCompanies(client)) ? accountLines(await publishedAccounts(client)) : []
  })
}

/** Adds leads to the demo companies, which are made when the database has none. */
export const addLeads = (options: FillOptions & { leads: number }): Promise<void> =>
  withClient(options.ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from identity.companies limit 1')
    const companies = rowCount ? await findCompanies(client) : []
    if (!companies) throw new Error('This database has other companies, so the demo is not added.')
    if (companies.length) await fillMore(client, companies, options)
    else await together(client, () => fillFresh(client, options))
    await finishOff(client, options)
  })

const accountLines = (accounts: readonly string[]) => [
  `Sign in with the password ${DEMO_PASSWORD} as:`,
  ...COMPANIES.map(
    ({ name, domain }) => `  ${name}: ${accounts.filter((each) => each.endsWith(`@${domain}`)).join(', ') || 'nobody'}`,
  ),
  'Send an enquiry through the public form of either:',
  ...COMPANIES.map(({ name, formKey }) => `  ${name}: /intake/${formKey}/enquiry`),
  'Read the blog as its readers do:',
  ...COMPANIES.flatMap(({ name, hasBlog, siteKey }) => (hasBlog ? [`  ${name}: /site/${siteKey}/blog`] : [])),
]

/** Everything in the caller's transaction: a fill that is broken off leaves nothing behind. */
const fillFresh = async (
  client: Client,
  { secret, leads = USUAL_LEADS, seed = 1, now = Date.now(), progress = () => {} }: FillOptions,
) => {
  const companies = await makeCompanies(client)
  const { start, end } = span(now)
  let stored = 0
  const lookAgain = openStatistics(client)
  for (const { staffed, count } of shared(companies, leads)) {
    const random = seeded(seed + staffed.companyId * 7919)
    const ofProducts = seeded(seed + staffed.companyId * 32_452_843)
    const structure = await setUpStructure(client, ofProducts, staffed, start)
    const furniture = await furnish(client, random, staffed, structure, secret, start)
    await fillIn(client, ofProducts, staffed, structure, furniture.products, start)
    // Before the leads: what is told last is the newest among the recent changes.
    await askQuestions(client, seeded(seed + staffed.companyId * 104_729), staffed, furniture, now)
    await linkVendors(client, seeded(seed + staffed.companyId * 86_028_121), staffed, now)
    await requestUpdates(client, seeded(seed + staffed.companyId * 49_979_687), staffed, now)
    await receiveMessages(client, seeded(seed + staffed.companyId * 39_916_801), staffed, furniture, now)
    const bylines = await storeBylines(client, seeded(seed + staffed.companyId * 67_867_967), staffed, start)
    if (staffed.company.hasBlog) {
      await storePosts(client, seeded(seed + staffed.companyId * 141_650_963), staffed, bylines, { start, now })
      await openSite(client, seeded(seed + staffed.companyId * 122_949_823), staffed, secret, start)
    }
    await storeSubscribers(client, seeded(seed + staffed.companyId * 160_481_183), staffed, {
      formId: furniture.formId,
      secret,
      start,
      now,
    })
    if (staffed.company.hasBlog) {
      await storeMailings(client, staffed, now)
      await followCompetitors(client, seeded(seed + staffed.companyId * 179_424_673), staffed, now)
    }
    const hours = await setWorkingHours(client, seeded(seed + staffed.companyId * 15_485_863), staffed, start)
    const { staff, companyId } = staffed
    const rotations = {
      qa: openRotation(beginners([staff.get('qa'), staff.get('qa2'), staff.get('manager')], [1, 1, 0.75])),
      sales: openRotation(beginners([staff.get('rep'), staff.get('rep2')], [1, 1])),
    }
    const world = openWorld(client, staffed, count, random, { ...furniture, rotations })
    await run(world, { start, end, count, handsBack: true }, async (rows) => {
      await storeRows(client, companyId, { ...rows, lead_clocks: clocksOf(hours, companyId, rows.leads, now) })
      progress((stored += rows.leads.length), leads)
      await lookAgain(stored)
    })
    await storeEntries(client, world, staff.get('admin') ?? world.manager, start)
  }
}

/** A transaction for each chunk, so that a server at work on the same database hardly waits. */
const fillMore = async (
  client: Client,
  companies: readonly Staffed[],
  { leads = USUAL_LEADS, seed = 1, now = Date.now(), progress = () => {} }: FillOptions,
) => {
  const { start, end } = span(now)
  let stored = 0
  for (const { staffed, count } of shared(companies, leads)) {
    const { staff, companyId } = staffed
    const { furniture, hours, qa, sales } = await together(client, async () => ({
      furniture: await findFurniture(client, staffed),
      hours: await findWorkingHours(client, staffed),
      qa: await findEntries(client, companyId, 'qa'),
      sales: await findEntries(client, companyId, 'sales'),
    }))
    const rotations = {
      qa: openRotation(qa ?? beginners([staff.get('qa'), staff.get('qa2')], [1, 1])),
      sales: openRotation(sales ?? beginners([staff.get('rep'), staff.get('rep2')], [1, 1])),
    }
    const random = seeded(
      seed + companyId * 7919 + [...rotations.qa.candidates()].reduce((sum, { received }) => sum + received, 1),
    )
    const world = openWorld(client, staffed, count, random, { ...furniture, rotations })
    await run(world, { start, end, count, handsBack: false }, async (rows) => {
      const lead_clocks = hours ? clocksOf(hours, companyId, rows.leads, now) : []
      await together(client, () => storeRows(client, companyId, { ...rows, lead_clocks }))
      progress((stored += rows.leads.length), leads)
    })
    await together(client, () => keepTallies(client, world))
  }
}

/** What the server would do after a while: who has written is known, plans fit the data, and totals read indexes alone. */
const finishOff = async (client: Client, { ownerUrl }: FillOptions) => {
  await client.query(`vacuum (analyze) ${GROWING}, ${STORED_ONCE}`)
  await keepDirectories(ownerUrl, (await findCompanies(client)) ?? [])
  await client.query(`vacuum (analyze) ${DIRECTORY}`)
}

const GROWING =
  'leads, lead_items, lead_verdicts, lead_comments, lead_clocks, assignment_decisions, duplicate_keys, changes'
const STORED_ONCE =
  'products, newsletter_subscribers, competitor_posts, competitor_post_topics, competitor_post_reads, feed_polls'
const DIRECTORY = 'directory_contacts, directory_companies, directory_keys, directory_facts, directory_leads'
const FEW = 5_000

/** Looks at the tables whenever they have doubled: of what is not committed yet nobody else knows how much it is, and the plans of the first rows would stay. */
const openStatistics = (client: Client) => {
  let known = FEW
  return async (stored: number) => {
    if (stored < 2 * known) return
    known = stored
    await client.query(`analyze ${GROWING}`)
  }
}

/** One transaction for all of the work. */
const together = async <T>(client: Client, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const withClient = async <T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: ownerUrl, application_name: 'leadroom demo' })
  await client.connect()
  try {
    // As everywhere else; the times in the history are written by it.
    await client.query(`set timezone = 'UTC'`)
    return await work(client)
  } finally {
    await client.end()
  }
}
