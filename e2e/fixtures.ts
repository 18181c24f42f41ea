import { expect, test as base, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import { everything } from '../scripts/scope.mjs'
import { serverOfEachFile } from './server.ts'

export { expect }

declare global {
  interface Window {
    axe: typeof axe
  }
}

export const PASSWORD = 'leadroom-demo'
/** The gate looks at one theme: that the colours of both can be read is tried in `palette.test.ts`. */
export const THEMES: readonly Theme[] = everything ? ['light', 'dark'] : ['light']
/** For what is measured: with the movements that people see. */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const
export type Theme = 'light' | 'dark'

/** Every test fails on what the page complains about: errors of scripts, and what the content policy refused. */
export const test = base.extend<
  { server: string; complaints: string[]; others: void },
  { servers: ReturnType<typeof serverOfEachFile> }
>({
  servers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture wants.
    async ({}, use) => {
      const servers = serverOfEachFile(process.env['E2E_DEMO'] ?? '')
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  server: [({ servers }, use, { file }) => servers.urlFor(file).then(use), { timeout: 300_000 }],
  baseURL: ({ server }, use) => use(server),
  complaints: [
    async ({ page }, use) => {
      keysWaitAsClicksDo(page)
      const complaints = complaintsOf(page)
      await use(complaints)
      // What a test holds back of the network may still be on its way when it ends.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  // Who was left open would go on asking, beside all tests that come after.
  others: [
    // oxlint-disable-next-line no-empty-pattern -- as above.
    async ({}, use) => {
      await use()
      await Promise.all(others.splice(0).map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** A button that waits for its data hears no key. A click waits for it, and so do `focus` and `press` here. */
const keysWaitAsClicksDo = (page: Page) => {
  const kind: Locator = Object.getPrototypeOf(page.locator('body'))
  if (Object.hasOwn(kind, 'waits')) return
  Object.defineProperty(kind, 'waits', { value: true })
  const { focus, press } = kind
  kind.focus = async function (this: Locator, ...how) {
    await expect(this).not.toHaveJSProperty('disabled', true)
    await focus.apply(this, how)
  }
  kind.press = async function (this: Locator, ...how) {
    await expect(this).not.toHaveJSProperty('disabled', true)
    await press.apply(this, how)
  }
}

/** The profiles of further people, open until the test is over. */
const others: BrowserContext[] = []

export const complaintsOf = (page: Page) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Warning:|antd:/.test(message.text()))
      complaints.push(message.text())
  })
  return complaints
}

/** By the call that the sign-in page makes, and without opening any page of the product. */
export const signIn = async (page: Page, email: string) => {
  // First away from whatever is open: a tab that sees another person's session begins anew by itself.
  await page.goto('/health/live')
  const ask = () => page.request.post('/api/v1/auth/sign-in/', { data: { email, password: PASSWORD } })
  let answer = await ask()
  // On a crowded machine the server is busy for a moment, and says so.
  for (; answer.status() === 503; answer = await ask()) await page.waitForTimeout(1_000)
  expect([email, answer.status()]).toEqual([email, 200])
}

/** Makes it the session's company, whichever one an earlier visit has left. */
export const workIn = async (page: Page, company: string) => {
  await page.goto('/app/companies')
  await expect(page.getByRole('listitem').filter({ hasText: company })).toBeVisible()
  const choose = page.getByRole('button', { name: `Work in ${company}` })
  if ((await choose.count()) === 0) return
  await choose.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
}

/** A person in a browser profile of their own. */
export const personAt = async (browser: Browser, account: string) => {
  const context = await browser.newContext()
  others.push(context)
  const page = await context.newPage()
  await signIn(page, account)
  return page
}

export const useTheme = (page: Page, theme: Theme) => prefer(page, { theme })

/** Another tab of the same browser has chosen it; no reload. */
export const followTheme = async (page: Page, theme: Theme) => {
  await keepPreference(page, { theme })
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'leadroom.preferences' })))
  await expect(page.locator(`html[data-look=${theme}]`)).toHaveCount(1)
}

/** Messages with Undo stay, so that a slow machine does not come too late to press it. */
export const keepUndo = (page: Page) => prefer(page, { keepUndo: true })

const prefer = async (page: Page, wanted: object) => {
  await keepPreference(page, wanted)
  await page.reload()
}

const keepPreference = (page: Page, wanted: object) =>
  page.evaluate((each) => {
    const kept = JSON.parse(localStorage.getItem('leadroom.preferences') ?? '{}')
    localStorage.setItem('leadroom.preferences', JSON.stringify({ ...kept, ...each }))
  }, wanted)

/** Chooses from the list that a field has opened, by the words of the choice. Pressed while its list still comes, it would hear nothing. */
export const pick = async (page: Page, words: string | RegExp) => {
  const choice = page
    .locator('.ant-select-item-option')
    .filter({ has: page.getByText(words, { exact: true }), visible: true })
  await choice.hover()
  await untilStill(page)
  await choice.click()
  await expect(choice).toBeHidden()
}

/** Zero findings of WCAG 2.0 to 2.2, A and AA, on the page as it stands, or in a part of it. */
export const expectAccessible = (page: Page, within?: string) =>
  expectNothingFound(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], within)

/** What moves while it is looked at may seem to lie under something else: what is found is looked at once more. */
const expectNothingFound = async (page: Page, rules: string[], within?: string) => {
  if ((await findingsOf(page, rules, within)).length > 0) expect(await findingsOf(page, rules, within)).toEqual([])
}

const findingsOf = async (page: Page, rules: string[], within?: string) => {
  await untilStill(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    // No rule of these reads style sheets, so none is fetched for them.
    ({ runOnly, where }) => window.axe.run(where ?? document, { runOnly, resultTypes: ['violations'], preload: false }),
    { runOnly: rules, where: within },
  )
  const found: string[] = []
  for (const { id, nodes } of violations.violations)
    for (const { html, target } of nodes)
      if (id !== 'target-size' || !(await isCut(page, String(target[0])))) found.push(`${id}: ${html.slice(0, 160)}`)
  return found
}

/** What comes and goes on the page has done so. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all(
      document
        .getAnimations()
        .filter(ends)
        .map((animation) => animation.finished.catch(() => undefined)),
    )

    function ends(animation: Animation) {
      return animation.effect?.getComputedTiming().endTime !== Infinity
    }
  })

/** Whether it is scrolled half out of sight: what is left of it is not the size of the target. */
const isCut = (page: Page, selector: string) =>
  page.evaluate((one) => {
    const element = document.querySelector(one)
    const { top, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
    for (let parent = element?.parentElement; parent; parent = parent.parentElement) {
      const seen = parent.getBoundingClientRect()
      if (getComputedStyle(parent).overflowY !== 'visible' && (top < seen.top || bottom > seen.bottom)) return true
    }
    return false
  }, selector)

/** The same in both themes, as when another tab chooses them: the page stays as it is, so only what hangs on colours is looked at twice. */
export const expectAccessibleInThemes = async (page: Page) => {
  await followTheme(page, 'light')
  await expectAccessible(page)
  if (!THEMES.includes('dark')) return
  await followTheme(page, 'dark')
  await expectNothingFound(page, ['color-contrast', 'link-in-text-block'])
}

/** Nothing has come for half a second; the stream of changes goes on for ever, so the network is never idle. */
export const untilSettled = (page: Page) =>
  page.evaluate(async () => {
    const come = () => performance.getEntriesByType('resource').length
    for (let before = -1; before !== come();) {
      before = come()
      await new Promise((done) => {
        setTimeout(done, 500)
      })
    }
  })

/** The line is lost and comes back until the page, which then asks again for what has grown old, shows this. */
export const untilHeard = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()

/** Those that people have; in the gate the narrowest, where most would go wrong. */
const WIDTHS = everything ? [320, 390, 768, 1024, 1280, 1440] : [320]

/** Nothing to scroll sideways at any width. */
export const expectNoSidewaysScroll = async (page: Page) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `at ${width} wide`)
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** The list of all leads. */
export const LEADS = '/marketing/marketing_leads_list?view=all'
/** The rows of the list on the page. */
export const rows = (page: Page) => page.locator('[data-row-key]')

/** A line for the report: what was measured, never judged by a test. */
export const figure = (text: string) => void process.stdout.write(`figure: ${text}\n`)
