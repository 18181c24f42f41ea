import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { ensureBuilt } from './build.mjs'
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.mjs'
import { freePort } from './free-port.mjs'

// npm run pictures [-- lead-list …]: the pictures of the README, or some of them, from the demo companies as a newcomer finds them.

const FOLDER = 'docs/pictures'
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }

const LEADS = '/marketing/marketing_leads_list'
const QUEUE = '/marketing/assigned_leads'

const PICTURES = [
  { name: 'lead-list', as: 'manager', path: LEADS, show: rows },
  {
    name: 'lead-list-dark',
    as: 'manager',
    path: `${LEADS}?view=all&status=in-progress&status=valid`,
    theme: 'dark',
    show: rows,
  },
  { name: 'validation-desk', as: 'qa', path: `${QUEUE}?lead=next`, show: desk },
  {
    name: 'bulk-job',
    as: 'manager',
    path: `${LEADS}?status=new&status=assigned&status=on_hold`,
    async show(page) {
      await rows(page)
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: /^Select all/ }).click()
      await page.getByRole('button', { name: 'In progress' }).click()
      await page.getByText(/will be skipped/).waitFor()
    },
  },
  {
    name: 'import',
    as: 'manager',
    path: '/marketing/import_leads',
    async show(page) {
      const file = { name: 'trade-fair.csv', mimeType: 'text/csv', buffer: Buffer.from(visitors()) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('button', { name: 'Check the rows' }).click()
      await page.getByRole('button', { name: /^Import \d+ leads$/ }).waitFor()
    },
  },
  {
    name: 'duplicates',
    as: 'manager',
    path: '/marketing/duplicates',
    async show(page) {
      await page.getByRole('button', { name: 'Merge' }).first().click()
      await page.getByRole('button', { name: /^Merge into/ }).waitFor()
    },
  },
  {
    name: 'recent-changes',
    as: 'manager',
    path: '/marketing/recent_changes?by=everybody',
    async show(page) {
      const changes = (expanded) =>
        page.getByRole('button', { name: /^(Assigned|Validated|Updated) /, expanded }).first()
      await changes(false).click()
      await changes(true).waitFor()
    },
  },
  {
    name: 'product-grid',
    as: 'admin',
    path: '/marketing/masterproduct_properties',
    async show(page) {
      await rows(page)
      await page.getByRole('button', { name: 'Edit in grid' }).click()
      await page.getByRole('grid').waitFor()
    },
  },
  {
    name: 'vendor-update',
    as: 'admin',
    path: '/marketing/vendor_data_update_listing',
    async show(page) {
      await rows(page)
      await page
        .getByText(/^Spill kit/)
        .first()
        .click()
      await page.getByRole('button', { name: 'Approve' }).first().waitFor()
    },
  },
  {
    name: 'contacts',
    as: 'admin',
    path: '/communication/contacts',
    async show(page) {
      await rows(page)
      await page.locator('[data-row-key] .person').first().click()
      await page.getByRole('region', { name: 'Facts' }).waitFor()
    },
  },
  {
    name: 'competitor-posts',
    as: 'admin',
    path: '/competitorInsight/PostListing',
    async show(page) {
      await rows(page)
    },
  },
  {
    name: 'blog-list',
    as: 'admin',
    path: '/marketing/blog_listing',
    async show(page) {
      await rows(page)
      await covers(page)
    },
  },
  {
    name: 'post-editor',
    as: 'admin',
    path: '/marketing/blog_listing?search=peristaltic',
    async show(page) {
      await page
        .getByText(/^Sizing a peristaltic/)
        .first()
        .click()
      await page.getByRole('textbox', { name: 'Text of the post' }).waitFor()
      await covers(page)
    },
  },
  { name: 'assign-qa', as: 'manager', path: '/marketing/auto_assign_qa', show: rows },
  { name: 'mobile', as: 'qa', path: QUEUE, size: NARROW, show: rows },
  { name: 'mobile-desk', as: 'qa', path: `${QUEUE}?lead=next`, size: NARROW, show: desk },
]

async function rows(page) {
  await page.getByText(/^1–\d+ of/).waitFor()
}

/** Pictures that people see have come; of a fresh demo they may still be made. */
async function covers(page) {
  await page.waitForFunction(() => {
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    return seen.length > 0 && seen.every((image) => image.complete && image.naturalWidth > 0)
  })
}

async function desk(page) {
  await page.getByRole('button', { name: 'Validate and next' }).waitFor()
}

/** What came home from a fair: good rows, one twice, one without an address. */
function visitors() {
  const names = ['Ines Duarte', 'Marek Wolski', 'Hanna Lindqvist', 'Paolo Greco', 'Sofie Maes', 'Tomas Novotny']
  const good = names.map((name, at) => {
    const firm = name.split(' ')[1]
    return `${name};${firm.toLowerCase()}@${firm.toLowerCase()}-works.example;${firm} Works;Peristaltic pump;${(at + 1) * 5}`
  })
  const bad = ['Jonas Berg;no address;Berg & Co;Flow meter;2', 'Ada Fries;ada@;Fries Labs;Ball valve;4']
  return ['Name;Email;Company;Product;Quantity', ...good, good[0], ...bad].join('\n')
}

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
  const wanted = process.argv.slice(2)
  for (const picture of PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    await take(browser, picture)
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function take(browser, { name, as, path, theme = 'light', size = WIDE, show }) {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    viewport: size,
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(
    (wanted) => localStorage.setItem('leadroom.preferences', JSON.stringify({ theme: wanted })),
    theme,
  )
  const page = await context.newPage()
  await page.goto('/app')
  await page.getByLabel('Work email').fill(`${as}@halden.example`)
  await page.getByRole('textbox', { name: 'Password' }).fill('leadroom-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor({ state: 'detached' })
  await page.goto(path)
  await show(page)
  await page.waitForTimeout(1_000) // totals come in, and what slides in has arrived
  const camera = await context.newCDPSession(page)
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
  writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'))
  await context.close()
  console.log(`${FOLDER}/${name}.webp`)
}

async function ready(url) {
  for (let tries = 0; tries < 1_800; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((passed) => setTimeout(passed, 100))
  }
  throw new Error('The server did not start')
}
