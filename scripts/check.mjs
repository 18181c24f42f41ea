import { pathToFileURL } from 'node:url'
import { run, say } from './install.mjs'

// npm run check: types, lint, format and what nobody uses. Runs all of them, whatever the first ones say.

const CHECKS = {
  types: ['node_modules/typescript/bin/tsc', '-b'],
  lint: ['node_modules/oxlint/bin/oxlint'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  'unused code': ['node_modules/knip/bin/knip.js', '--no-progress'],
}

/** How many of the checks passed and failed, and which failed. */
export async function check(node) {
  const failed = []
  for (const [name, args] of Object.entries(CHECKS)) {
    say(`Checking ${name}`)
    const status = await run(node, args)
    if (status === 0) continue
    failed.push(name)
    console.error(`\u2717 ${name}`)
  }
  return { passed: Object.keys(CHECKS).length - failed.length, failed }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await check(process.execPath)
  process.exitCode = failed.length === 0 ? 0 : 1
}
