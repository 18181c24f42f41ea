import type { Page, Route } from '@playwright/test'
import { expect, expectAccessibleInThemes, signIn, test } from '../fixtures.ts'

// What people read when something goes wrong, word for word as it was asked for.

const LIST = '**/marketing/marketing_leads_list**'
/** What the list asks for; its page may have the same address. */
const answerList = (page: Page, answer: (route: Route) => Promise<void>, list = LIST) =>
  page.route(list, (route) => (route.request().isNavigationRequest() ? route.fallback() : answer(route)))
const openList = (page: Page) => page.goto('/marketing/marketing_leads_list')

/** Remembers that a sentence was there to be read, however soon the page goes on. */
const watchFor = (page: Page, sentence: string) =>
  page.addInitScript((wanted) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(wanted)) sessionStorage.setItem('was there', wanted)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, sentence)
const wasThere = (page: Page) => page.evaluate(() => sessionStorage.getItem('was there'))

test('whoever has no token reads so, and is taken to the sign-in page', async ({ page }) => {
  await watchFor(page, 'No access token available.')
  await openList(page)
  await expect(page).toHaveURL(/\/app/)
  expect(await wasThere(page)).toBe('No access token available.')
})

test('a token that is refused ends the session with its sentence', async ({ page, context }) => {
  await page.goto('/app')
  await watchFor(page, 'Token verification failed')
  await context.addCookies([{ name: 'accessToken', value: 'x.y.z', url: page.url() }])
  await openList(page)
  await expect(page).toHaveURL(/\/app/)
  expect(await wasThere(page)).toBe('Token verification failed')
  expect((await context.cookies()).some(({ name }) => name === 'accessToken')).toBe(false)
})

const ANSWERS: [what: string, answer: (route: Route) => Promise<void>, sentence: string][] = [
  [
    'the server’s own sentence wins',
    (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Back in a moment', code: 'unavailable' } }),
    'Back in a moment',
  ],
  ['a failure without a sentence', (route) => route.fulfill({ status: 500, body: '' }), 'Failed to fetch leads'],
  [
    'an answer that is none of ours',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Welcome' }),
    'Unknown response format',
  ],
  [
    'no way to the server',
    (route) => route.abort('connectionrefused'),
    'Network error: Unable to reach server. Please check your internet connection.',
  ],
]

test('a list that fails says why: the server’s sentence, its own, or what is wrong with the line @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  for (const [what, answer, sentence] of ANSWERS)
    await test.step(what, async () => {
      await answerList(page, answer)
      await openList(page)
      await expect(page.getByRole('alert').first()).toContainText(sentence)
      await page.unroute(LIST)
    })
})

const SLOW: [title: string, path: string, call: string][] = [
  ['Leads', '/marketing/marketing_leads_list?view=all', LIST],
  ['QC Support', '/marketing/qc_support?view=all', '**/marketing/get_qc_question_list**'],
  ['Sales Member Dashboard', '/marketing/sales_member_dashboard', '**/marketing/sales_member_dashboard_data**'],
]

for (const [title, path, call] of SLOW)
  test(`${title}: a server that takes longer than 30 seconds is told as such, and is asked again @slow`, async ({
    page,
  }) => {
    await signIn(page, 'manager@halden.example')
    // Half a minute is too long for a test, too.
    await page.addInitScript(() => {
      const after = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (ms) => after(ms === 30_000 ? 5_000 : ms)
    })
    await answerList(page, () => new Promise<void>(() => undefined), call)
    await page.goto(path)
    const failed = page.getByRole('alert').first()
    await expect(failed).toContainText('Request timeout: The server is taking too long to respond.', {
      timeout: 90_000,
    })
    await expectAccessibleInThemes(page)

    await page.unroute(call)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(failed).toBeHidden()
    await expect(page.getByText(/^[\d,]+ (total|questions?)$/)).toBeVisible()
  })

test('permissions that cannot be fetched deny everything, and the log says so', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const logged: string[] = []
  page.on('console', (message) => void logged.push(message.text()))
  await page.route('**/api/v1/permissions/', (route) => route.fulfill({ status: 500, body: '' }))
  await openList(page)
  await expect(page.getByRole('heading', { name: '403 Unauthorized' })).toBeVisible()
  expect(logged.some((text) => text.includes('Error fetching permissions'))).toBe(true)
})
