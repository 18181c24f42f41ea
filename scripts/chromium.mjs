import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { say } from './install.mjs'

/** Flags without which Chromium does not start as root, or talks to the world while it is tested. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a Chromium or Chrome of this machine; undefined when there is none. */
export function findChromium() {
  return [process.env.CHROMIUM, ...KNOWN_PLACES, ...downloads()].find((path) => path && existsSync(path))
}

/** The same, after an attempt to install one of Debian's packages. */
export function ensureChromium() {
  const found = findChromium()
  if (found || process.platform !== 'linux' || process.getuid() !== 0) return found
  say('Installing Chromium for the browser tests')
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (!findChromium()) apt('install', '-y', '-qq', '--no-install-recommends', name)
  }
  return findChromium()
}

// The shell first: the same pages without windows, which a third of the browser's work is for.
const KNOWN_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What Playwright downloaded for some other project, newest first. */
function downloads() {
  const cache = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), cache)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('chromium-'))
    .toSorted()
    .toReversed()
    .flatMap((name) => [
      join(folder, name, 'chrome-linux', 'chrome'),
      join(folder, name, 'chrome-linux64', 'chrome'),
      join(folder, name, 'chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'),
    ])
}
