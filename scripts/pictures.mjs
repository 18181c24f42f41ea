import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import { ensureBuilt } from './build.mjs'
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.mjs'

// npm run pictures: the pictures of the README, from the demo companies as a newcomer finds them.

const FOLDER = 'docs/pictures'
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }

const PICTURES = [
  { name: 'lead-list', as: 'manager@halden.example', path: '/marketing/marketing_leads_list' },
  { name: 'lead-list-dark', as: 'manager@halden.example', path: '/marketing/marketing_leads_list', theme: 'dark' },
  {
    name: 'validation-desk',
    as: 'qa@halden.example',
    path: '/marketing/assigned_leads?lead=next',
    until: 'Validate and next',
  },
  { name: 'assign-qa', as: 'manager@halden.example', path: '/marketing/auto_assign_qa' },
  { name: 'mobile', as: 'qa@halden.example', path: '/marketing/assigned_leads', size: NARROW },
]

await ensureBuilt(process.execPath)
mkdirSync(FOLDER, { recursive: true })
const folder = mkdtempSync('/tmp/leadroom-pictures-')
chmodSync(folder, 0o711) // root's database runs as somebody else, who has to pass
const port = await freePort()
const server = spawn(process.execPath, ['server/app/main.ts'], {
  env: {
    ...process.env,
    PORT: String(port),
    LEADROOM_DATA: folder,
    LEADROOM_DEMO: 'on',
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
  },
  stdio: 'inherit',
})
const ended = new Promise((done) => server.once('exit', done))

try {
  await ready(`http://127.0.0.1:${port}/health/live`)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
  for (const picture of PICTURES) await take(browser, picture)
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function take(browser, { name, as, path, theme = 'light', size = WIDE, until }) {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    viewport: size,
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
  })
  await context.addInitScript(
    (wanted) => localStorage.setItem('leadroom.preferences', JSON.stringify({ theme: wanted })),
    theme,
  )
  const page = await context.newPage()
  await page.goto('/app')
  await page.getByLabel('Work email').fill(as)
  await page.getByRole('textbox', { name: 'Password' }).fill('leadroom-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor()
  await page.goto(path)
  await page.getByText(/^1–\d+ of/).waitFor()
  if (until) await page.getByRole('button', { name: until }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' })
  await context.close()
  console.log(`${FOLDER}/${name}.png`)
}

async function ready(url) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((passed) => setTimeout(passed, 100))
  }
  throw new Error('The server did not start')
}

function freePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => found(free))
    })
  })
}
