import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'

// Runs before anything is installed, on whatever Node the machine has: the standard library alone.

export const root = resolve(import.meta.dirname, '..')

/**
 * Where Node keeps what it has compiled, so that the next start does a third less. Told before it starts, it takes the very
 * first file from there too, and the compiler of TypeScript is not even loaded: an idle server is 13 MB smaller than one
 * that says it itself. Where the folder cannot be written, nothing is kept.
 */
export const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') }

/** Brings node_modules in step with the lock file, and returns the Node that the product runs on. */
export async function ensureInstalled() {
  if (!isCurrent()) {
    say('Installing packages (once, about a minute)')
    // An npm of another Node warns of each package that wants a newer one: it brings its own.
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const status = await run(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
    if (status !== 0) fail('The packages were not installed. See npm’s reason above.')
  }
  return findNode()
}

export function say(line) {
  console.log(`\u2192 ${line}`)
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Runs a program in the checkout, its output shown, and resolves to its exit status. */
export function run(program, args, { env = {}, forward = false, output = 'inherit' } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['inherit', output, output],
      env: { ...COMPILED, ...process.env, ...env },
      detached: forward,
    })
    if (forward) passSignalsTo(child)
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      done(1)
    })
    child.on('exit', (status, signal) => done(status ?? 128 + constants.signals[signal]))
  })
}

/**
 * Passes on what ends a program, to children in process groups of their own (`detached`). A Ctrl-C comes twice, from the
 * terminal and from npm, and a second signal would cut their orderly end short: within a second it counts once.
 */
export function passSignalsTo(...children) {
  let last = -Infinity
  const pass = (signal) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, pass)
  return pass
}

/** Compared by content: a checkout or a copy gives files any time of change. */
function isCurrent() {
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  if (present === undefined) return false
  return Object.entries(wanted).every(([path, { integrity, optional, dev, devOptional }]) => {
    if (path === '') return true
    if (present[path] !== undefined) return present[path].integrity === integrity
    // Other platforms' programs are optional; a production install leaves out what only development needs.
    return Boolean(optional || devOptional || (dev && process.env.NODE_ENV === 'production'))
  })
}

function packagesOf(lockFile) {
  const path = join(root, lockFile)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}

function findNode() {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(pinned)) return pinned
  // The first whose runtime knows the zones' rules by itself (Temporal).
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  return fail(
    `Leadroom needs Node 26 or newer, and this is ${process.version}. The package with Node 26 for ` +
      `${process.platform}-${process.arch} is not installed: run "npm ci" with optional dependencies, or install Node 26.`,
  )
}
