import { pathToFileURL } from 'node:url'
import { run, say } from './install.mjs'

// npm run check: types, lint, format and what nobody uses. Runs all of them, whatever the first ones say.

const CHECKS = {
  types: ['node_modules/typescript/bin/tsc', '-b'],
  lint: ['node_modules/oxlint/bin/oxlint'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  'unused code': ['node_modules/knip/bin/knip.js', '--no-progress'],
}

/** How many of the checks passed and failed. */
export async function check(node) {
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const [name, args] of Object.entries(CHECKS)) {
    say(`Checking ${name}`)
    const status = await run(node, args)
    count[status === 0 ? 'passed' : 'failed'] += 1
    if (status !== 0) console.error(`\u2717 ${name}`)
  }
  return count
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await check(process.execPath)
  process.exitCode = failed === 0 ? 0 : 1
}
