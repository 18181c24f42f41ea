import { expect, expectAccessibleInThemes, heading, PASSWORD, signIn, test } from '../fixtures.ts'

test('whoever has no token is taken to the sign-in page, and a wrong password is told without saying which part was wrong', async ({
  page,
}) => {
  await page.goto('/marketing/marketing_leads_list')
  await expect(page).toHaveURL(/\/app/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.getByLabel('Work email').fill('qa@halden.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Work email')).toHaveValue('qa@halden.example')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Lucía/ })).toBeVisible()
})

test('whoever goes back to the sign-in page and signs in again is let in again @slow', async ({ page }) => {
  await page.goto('/app')
  for (const attempt of ['first', 'again']) {
    await test.step(attempt, async () => {
      await page.getByLabel('Work email').fill('admin@halden.example')
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'Meridian Instruments' })).toBeVisible()
    })
    if (attempt === 'first') await page.goBack()
  }
})

test('a token in storage is verified, becomes the cookie and is deleted', async ({ page, context }) => {
  await signIn(page, 'qa2@halden.example')
  const token = (await context.cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''
  await context.clearCookies({ name: 'accessToken' })
  await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token)
  await page.goto('/')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  expect((await context.cookies()).some(({ name }) => name === 'accessToken')).toBe(true)
})

test('signing out ends the session on the server too', async ({ page, context }) => {
  await signIn(page, 'rep2@halden.example')
  await page.goto('/')
  const token = (await context.cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''
  await page
    .getByRole('button', { name: /Hana|User/ })
    .last()
    .click()
  await page.getByText('Sign out').click()
  await expect(page).toHaveURL(/\/app/)
  const answer = await page.request.get('/marketing/valid_leads', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
})

test('a tab that was drawn for somebody else shows and sends nothing once another person has signed in beside it', async ({
  page,
  context,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/add_leads')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half Written')
  await page.getByRole('textbox', { name: /^E-?mail/ }).fill('by-the@manager.example')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/marketing/add_leads')) sent.push(request.url())
  })
  const other = await context.newPage()
  await signIn(other, 'qa@halden.example')

  await page.bringToFront()
  // The page may be another one before it is pressed.
  await page
    .getByRole('button', { name: /^Add lead/ })
    .click({ timeout: 3_000 })
    .catch(() => undefined)
  await expect(page.getByRole('button', { name: /Lucía/ }).last()).toBeVisible()
  await expect(page.getByText(/^Unsaved changes from/)).toHaveCount(0)
  expect(sent).toEqual([])
})

test('a tab goes on when its person has signed in again beside it, and leaves when they have signed out there @slow', async ({
  page,
  context,
}) => {
  await signIn(page, 'qa2@halden.example')
  await page.goto('/marketing/assigned_leads')
  await expect(heading(page, 'Assigned Leads')).toBeVisible()
  await page.evaluate(() => document.body.setAttribute('data-since', 'before'))
  const other = await context.newPage()
  await signIn(other, 'qa2@halden.example')
  const asked = page.waitForResponse((response) => response.url().includes('/api/v1/broadcast/') && response.ok())
  await page.bringToFront()
  await asked
  await expect(page.locator('body')).toHaveAttribute('data-since', 'before')

  await other.request.post('/api/v1/auth/sign-out/', { data: {} })
  await expect(page).toHaveURL(/\/app$/)
})
