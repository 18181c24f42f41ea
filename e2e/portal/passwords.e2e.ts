import {
  expect,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  PASSWORD,
  personAt,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'
import { mailing } from '../mailing.ts'

const NEW = 'words for pumps only'

mailing('a forgotten password is chosen again by mail, with the keyboard alone', async ({ page, mail }) => {
  const email = 'qa2@halden.example'
  await page.goto('/app')
  await page.getByRole('link', { name: 'Forgot your password?' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Forgot password')).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.getByLabel('Work email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`If ${email} has an account, a link is on its way.`)).toBeVisible()
  await expect.poll(() => mail.secretTo(email)).not.toBe('')

  await page.goto(`/app/reset-password#${mail.secretTo(email)}`)
  await expect(page.getByLabel('Work email')).toHaveValue(email)
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('textbox', { name: 'New password' }).focus()
  await page.keyboard.type('too short')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Fix 1 field' })).toBeVisible()
  await page.getByRole('textbox', { name: 'New password' }).fill('qwertyuiop')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This password is on lists of common passwords.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed')).toBeVisible()

  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(NEW)
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Good/)).toBeVisible()
  await page.goto(`/app/reset-password#${mail.secretTo(email)}`)
  await expect(page.getByText('This link doesn’t work')).toBeVisible()
})

test('who manages people hands a colleague a link for a new password, and the colleague signs in with it @slow', async ({
  page,
  browser,
}) => {
  const email = 'rep2@halden.example'
  await page.goto('/app')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
  await signIn(page, 'admin@halden.example')
  const colleague = await personAt(browser, email)
  await colleague.goto('/')
  await expect(heading(colleague, /^Good/)).toBeVisible()

  await page.goto(`/app/people?search=${email}`)
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('textbox', { name: 'Link for a new password' })
  await expect(link).toHaveValue(/\/app\/reset-password#[\w-]{43}$/)
  await expectAccessibleInThemes(page)
  // The link is shown once: it stays also where the list becomes cards.
  await page.setViewportSize({ width: 390, height: 900 })
  const { hash, pathname } = new URL(await link.inputValue())
  await dialog.getByRole('button', { name: 'Done' }).click()

  await colleague.goto(pathname + hash)
  await colleague.getByRole('textbox', { name: 'New password' }).fill(NEW)
  await colleague.getByRole('button', { name: 'Change password' }).click()
  await colleague.getByRole('link', { name: 'Go to sign in' }).click()
  await colleague.getByLabel('Work email').fill(email)
  await colleague.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByRole('alert')).toBeVisible()
  await colleague.getByRole('textbox', { name: 'Password' }).fill(NEW)
  await colleague.keyboard.press('Enter')
  await expect(heading(colleague, /^Good/)).toBeVisible()
})

test('a person whom two companies have invited joins each, and says at the sign-in which of them it is to be @slow', async ({
  page,
}) => {
  const email = `${newMark()}@elsewhere.example`
  for (const admin of ['admin@halden.example', 'admin@meridian.example']) {
    await signIn(page, admin)
    const { data } = await callerOf(page)('POST', '/api/v1/people/invite/', {
      email,
      firstname: 'Nia',
      lastname: 'Voss',
      permissions: [],
    })
    await page.context().clearCookies()
    await page.goto(new URL(data.link).pathname + new URL(data.link).hash)
    await expect(page.getByText('At least 10 characters.')).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.getByRole('textbox', { name: 'New password' }).fill(NEW)
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(heading(page, 'Sign in')).toBeVisible()
    await page.goto('/health/live')
  }

  await page.goto('/app')
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(NEW)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Choose a company')).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Work in Meridian Instruments' }).press('Enter')
  await expect(page.getByRole('button', { name: /Nia/ }).last()).toBeVisible()
  await page.goto('/app/companies')
  await expect(page.getByRole('listitem').filter({ hasText: 'Meridian Instruments' })).toContainText('You are here')
  await expect(page.getByRole('listitem').filter({ hasText: 'Halden' })).toHaveCount(0)
})
