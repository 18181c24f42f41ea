import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { check } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, fail, run, say } from './install.mjs'

// npm test                                the gate: what a change has to pass, every rule once
// npm run test:all                        everything: what is slow, all variants, full counts, PostgreSQL 15
// npm test -- --only api,e2e              some of the parts; of everything with test:all
// npm test -- --only api lead-details     the test files of those parts whose path holds the word

const POSTGRES_15 = '/usr/lib/postgresql/15'

const PARTS = {
  check: checks,
  api: () => vitest(['--project', 'api', '--project', 'alone', '--project', 'unit']),
  'crash-patient': (output) => vitest(['--project', 'crash-patient'], {}, output),
  race: (output) => vitest(['--project', 'race'], {}, output),
  crash: () => vitest(['--project', 'crash', '--project', 'crash-journey']),
  e2e: playwright,
  // Once more on the oldest PostgreSQL that is supported.
  postgres15: () =>
    existsSync(POSTGRES_15)
      ? vitest(['--project', 'api', '--project', 'alone', '--project', 'race'], { LEADROOM_TEST_BINARIES: POSTGRES_15 })
      : skipped(`PostgreSQL 15 is not installed in ${POSTGRES_15}, so the second run on it is skipped`),
}

/** What leaves a part of the machine idle, and what it runs beside. */
const BESIDE = { 'crash-patient': 'api', race: 'crash' }
/** What the gate does without. */
const ONLY_OF_ALL = ['postgres15']
const SLOWEST = 10

const { everything, parts, words } = readArguments()
const node = await ensureInstalled()
const results = mkdtempSync(join(tmpdir(), 'leadroom-results-'))
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const skips = []
const seconds = []
for (const part of parts) {
  if (parts.includes(BESIDE[part])) continue
  const beside = parts.filter((other) => BESIDE[other] === part)
  say(`Tests: ${[part, ...beside].join(', and beside it ')}`)
  const counts = await Promise.all([PARTS[part](), ...beside.map(quietly)])
  for (const count of counts) for (const kind of Object.keys(total)) total[kind] += count[kind]
}
rmSync(results, { recursive: true })

// At the very end, where a reader of a long log looks first.
for (const name of skips) console.log(`Skipped: ${name}`)
for (const { name, message } of failures) console.log(`\nFailed: ${name}\n${message}`)
const slowest = seconds.toSorted((one, other) => other.took - one.took).slice(0, SLOWEST)
if (slowest.length > 0) console.log('\nThe slowest files, in seconds:')
for (const { file, took } of slowest) console.log(`${took.toFixed(1).padStart(7)}  ${file}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1

/** What it prints comes when it has ended, in one piece. */
async function quietly(part) {
  const lines = join(results, `${part}.log`)
  const output = openSync(lines, 'w')
  const count = await PARTS[part](output)
  closeSync(output)
  say(`Tests: ${part}`)
  process.stdout.write(readFileSync(lines))
  return count
}

function readArguments() {
  const all = process.argv.slice(2)
  const everything = all[0] === '--all'
  const [flag, list = '', ...rest] = everything ? all.slice(1) : all
  if (flag === undefined) {
    const usual = Object.keys(PARTS).filter((part) => everything || !ONLY_OF_ALL.includes(part))
    return { everything, parts: usual, words: [] }
  }
  const chosen = list.split(',')
  if (flag !== '--only' || !chosen.every((part) => Object.hasOwn(PARTS, part))) {
    fail(`Use no option, or --only with some of ${Object.keys(PARTS).join(',')}`)
  }
  return { everything, parts: chosen, words: rest }
}

/** What a check found stands far above in a long log, so the end of it names the check. */
async function checks() {
  const { passed, failed } = await check(node)
  for (const name of failed)
    failures.push({ name: `check › ${name}`, message: 'Its findings stand above, where it ran.' })
  return { passed, failed: failed.length, skipped: 0 }
}

/** What tells the tests how much is wanted of them; see scope.mjs. */
function scope() {
  return everything ? { LEADROOM_TEST_SCOPE: 'all' } : {}
}

async function vitest(projects, env, output) {
  const report = join(results, `${randomUUID()}.json`)
  const end = `${report}.end`
  const reporters = ['default', 'json', './scripts/told-at-end.mjs'].map((reporter) => `--reporter=${reporter}`)
  const args = [
    'run',
    '--passWithNoTests',
    ...reporters,
    `--outputFile.json=${report}`,
    ...projects,
    ...(everything ? [] : ['--tags-filter=!slow']),
    ...words,
  ]
  const status = await run(node, ['node_modules/vitest/vitest.mjs', ...args], {
    env: { NODE_ENV: 'test', ...scope(), LEADROOM_TOLD_AT_END: end, ...env },
    output,
  })
  const told = existsSync(end) ? JSON.parse(readFileSync(end, 'utf8')) : { seconds: [], errors: [] }
  for (const [file, took] of told.seconds) seconds.push({ file: shortened(file), took })
  return counted(
    projects.filter((word) => word !== '--project').join(', '),
    status,
    report,
    ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failures: testResults.flatMap(failuresOfFile),
      skipped: testResults.flatMap(skippedOfFile),
      errors: told.errors,
    }),
  )
}

function skippedOfFile({ name: file, assertionResults }) {
  return assertionResults
    .filter(({ status, tags }) => ['skipped', 'todo'].includes(status) && !(tags.includes('slow') && !everything))
    .map(({ fullName }) => titled(file, fullName))
}

/** A file that could not even be loaded counts as one failure, and so does a test of which nobody heard what it came to. */
function failuresOfFile({ status, name: file, message, assertionResults }) {
  const failed = assertionResults
    .filter((test) => ['failed', 'pending'].includes(test.status))
    .map((test) => failure(file, test.fullName, test.failureMessages.join('\n') || 'It has no outcome.'))
  return status === 'failed' && failed.length === 0 ? [failure(file, 'the file as a whole', message)] : failed
}

async function playwright() {
  const chromium = ensureChromium()
  if (chromium === undefined) {
    console.error('No Chromium was found for the browser tests. Install one, or set CHROMIUM=/path/to/chromium.')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const report = join(results, 'e2e.json')
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...scope() }
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    '--pass-with-no-tests',
    ...words,
  ]
  const status = await run(node, args, { env })
  return counted('e2e', status, report, ({ stats, errors, suites }) => {
    for (const suite of suites) seconds.push({ file: shortened(`e2e/${suite.file}`), took: secondsOfSuite(suite) })
    return {
      passed: stats.expected,
      failures: [
        ...suites.flatMap(failuresOfSuite),
        ...errors.map((error) => failure('e2e', 'the run as a whole', error.message)),
      ],
      skipped: suites.flatMap(skippedOfSuite),
    }
  })
}

function secondsOfSuite({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const here = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
  return suites.reduce((sum, suite) => sum + secondsOfSuite(suite), here)
}

function skippedOfSuite({ file, specs = [], suites = [] }) {
  const here = specs.filter(({ tests }) => tests.every(({ status }) => status === 'skipped'))
  return [...here.map(({ title }) => titled(`e2e/${file}`, title)), ...suites.flatMap(skippedOfSuite)]
}

function failuresOfSuite({ file, specs = [], suites = [] }) {
  const failed = specs
    .filter((spec) => spec.tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results)
      // Where a test's time is over, only the second error says at which step.
      const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message.slice(0, 1_200)))
      return failure(`e2e/${file}`, spec.title, [...messages, ...results.map(endOfPage)].join('\n'))
    })
  return [...failed, ...suites.flatMap(failuresOfSuite)]
}

/** What stood last on the page when a test failed: dialogs and messages come behind all else. */
function endOfPage({ attachments }) {
  // Each test clears the folder of its results, so another run may have deleted the page.
  const told = attachments.find(({ name, path }) => name === 'error-context' && existsSync(path ?? ''))
  const page = told && /^```yaml\n(.*?)^```/ms.exec(readFileSync(told.path, 'utf8'))
  if (!page) return ''
  const said = page[1].split('\n').filter((line) => /- (?:alert|status|dialog)\b.*:|\[active\]/.test(line))
  return `The page says:\n${said.join('\n').slice(0, 800)}\nThe end of the page:\n${page[1].slice(-1_500)}`
}

function failure(file, name, message) {
  return { name: titled(file, name), message: message.slice(0, 4_500) }
}

function titled(file, name) {
  return `${shortened(file)} › ${name}`
}

function shortened(file) {
  return relative(process.cwd(), resolve(file))
}

/** A run that ended badly without naming a failed test has failed all the same. */
function counted(part, status, report, read) {
  const nothing = { passed: 0, failures: [], skipped: [] }
  const {
    passed,
    failures: found,
    skipped,
    errors = [],
  } = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : nothing
  if (status !== 0 && found.length === 0) {
    const why = errors.length > 0 ? errors.join('\n') : 'Its words stand above, where it ran.'
    found.push(failure(part, 'the run as a whole', `It ended with ${status} although no test failed. ${why}`))
  }
  failures.push(...found)
  skips.push(...skipped)
  return { passed, failed: found.length, skipped: skipped.length }
}

function skipped(sentence) {
  console.log(sentence)
  return { passed: 0, failed: 0, skipped: 1 }
}
