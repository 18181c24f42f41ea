import { ensureInstalled, fail, run } from './install.mjs'

// node scripts/run.mjs FILE args…: runs the file under the product's own Node, whatever the machine has.

const [file, ...args] = process.argv.slice(2)
if (file === undefined) fail('Name a file to run: node scripts/run.mjs FILE')

const node = await ensureInstalled()
process.exitCode = await run(node, [file, ...args], { forward: true })
