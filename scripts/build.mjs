import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run, say } from './install.mjs'

/** Builds the web app when dist/ is missing or older than what it is made from. */
export async function ensureBuilt(node) {
  if (isBuilt()) return
  say('Building the web app')
  // Whoever asks, a test too: with NODE_ENV=test the page would be another one.
  const env = { NODE_ENV: 'production' }
  const status = await run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { env })
  if (status !== 0) fail('The web app was not built. See the reason above.')
}

const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

function isBuilt() {
  const page = join(root, 'dist', 'index.html')
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  return SOURCES.every((source) => newest(join(root, source)) <= built)
}

function newest(path) {
  const { mtimeMs, isDirectory } = statOf(path)
  if (!isDirectory) return mtimeMs
  // A folder's own time tells of files that were removed.
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function statOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  return { mtimeMs: found?.mtimeMs ?? 0, isDirectory: found?.isDirectory() ?? false }
}
