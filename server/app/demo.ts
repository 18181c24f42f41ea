import { parseArgs } from 'node:util'
import { addLeads, fillIfEmpty } from '#server/demo/fill.ts'
import { lockPublished } from '#server/demo/published.ts'
import { openDatabase } from './open-database.ts'
import { runCommand } from './run-command.ts'

// npm run demo: the demo companies in a database that has none. npm run demo -- --leads 100000: so many leads more.
// npm run demo -- --lock: its people cannot sign in with the published password any more.

const { values } = parseArgs({
  options: { leads: { type: 'string' }, seed: { type: 'string', default: '1' }, lock: { type: 'boolean' } },
})
const leads = wholeNumber('leads', values.leads)
const seed = wholeNumber('seed', values.seed) ?? 1
const started = performance.now()

await runCommand(async (config, onStop) => {
  const { ownerUrl } = await openDatabase(config, onStop)
  if (values.lock) return lock(ownerUrl)
  const options = { ownerUrl, secret: config.secret, seed, progress: leads === undefined ? () => {} : told }
  if (leads !== undefined) await addLeads({ ...options, leads })
  const accounts = await fillIfEmpty(options, say)
  for (const line of accounts) say(line)
  if (accounts.length === 0) say('This database has other companies, so the demo is not added.')
})

async function lock(ownerUrl: string) {
  const locked = await lockPublished(ownerUrl)
  say(
    locked.length === 0
      ? 'No account has the published password.'
      : `Removed the passwords and ended the sessions of: ${locked.join(', ')}.`,
  )
}

function wholeNumber(name: string, text: string | undefined) {
  if (text === undefined) return undefined
  const number = Number(text.replaceAll('_', ''))
  if (Number.isInteger(number) && number > 0) return number
  console.error(`--${name} must be a whole number above 0, not ${text}`)
  process.exit(1)
}

function told(stored: number, of: number) {
  const perSecond = Math.round(stored / ((performance.now() - started) / 1000))
  say(`${stored.toLocaleString('en')} of ${of.toLocaleString('en')} leads, ${perSecond.toLocaleString('en')} a second`)
}

function say(line: string) {
  console.log(line)
}
