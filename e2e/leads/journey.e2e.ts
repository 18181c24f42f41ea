import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  heading,
  personAt,
  test,
  useTheme,
  workIn,
} from '../fixtures.ts'

/** Takes everybody else of an assignment list out of the rotation. */
const leaveOnly = async (manager: Page, path: string, title: string, account: string) => {
  await manager.goto(path)
  await expect(heading(manager, title)).toBeVisible()
  const others = manager
    .getByRole('row')
    .filter({ hasText: /@halden\.example/ })
    .filter({ hasNotText: account })
  await expect(others.first()).toBeVisible()
  for (const row of await others.all()) {
    const active = row.getByRole('switch')
    if ((await active.getAttribute('aria-checked')) === 'true') await active.click()
  }
}

// The walk of a new user, on the server as a newcomer starts it.
test('a lead’s journey: form, QA, verdict, rep, history, and another company in another tab', async ({
  page,
  browser,
}) => {
  const name = `Journey Tester ${Date.now()}`

  // The manager lets only one person of each list take leads, so that it is known who gets this one.
  const manager = await personAt(browser, 'manager@halden.example')
  await leaveOnly(manager, '/marketing/auto_assign_qa', 'Assign QA', 'qa@halden.example')
  await leaveOnly(manager, '/marketing/b2b_auto_salesrep_assign', 'B2B Sales Rep Auto Assign', 'rep@halden.example')

  // Somebody sends the form.
  await page.goto('/intake/halden-demo/enquiry')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Work email').fill('journey@brightwell-labs.example')
  await page.getByLabel(/^Company/).fill('Brightwell Labs')
  await page.getByLabel(/^Country/).selectOption('GB')
  await page.getByLabel(/^Phone/).fill('+44 113 496 0000')
  await page.getByLabel(/^Product/).fill('Peristaltic pump')
  await page.getByLabel('Quantity').fill('40')
  await page.getByLabel('Message').fill('A firm price for our cold room, please.')
  await page.waitForTimeout(1_600)
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('status')).toContainText('Thank you')

  // QA finds it in their queue and validates it by keyboard.
  const qa = await personAt(browser, 'qa@halden.example')
  await qa.goto(`/marketing/assigned_leads?search=${encodeURIComponent(name)}`)
  await expect(qa.getByText(name).first()).toBeVisible()
  await expectAccessibleInThemes(qa)
  await qa.getByText(name).first().click()
  const desk = qa.getByRole('dialog')
  await expect(desk.getByText('A firm price for our cold room, please.')).toBeVisible()
  await expectAccessible(qa)
  await useTheme(qa, 'light')
  await expect(qa.getByRole('dialog').getByText('A firm price for our cold room, please.')).toBeVisible()
  await expectAccessible(qa)
  await qa.keyboard.press('Control+Enter')
  // The product was typed freely: what the checks cannot know of it takes the focus, one question after the other.
  for (const question of ['Asks for something we sell', 'Not a pitch, job seeker, student or competitor']) {
    await expect(
      qa.getByText(new RegExp(`“${question}” is answered Not sure|Answer Yes to “${question}”`)),
    ).toBeVisible()
    await expect(qa.getByRole('radiogroup', { name: question }).locator(':focus')).toHaveCount(1)
    await qa.keyboard.press('Space')
    await qa.keyboard.press('Control+Enter')
  }
  await expect(qa.getByText(/Validated/).first()).toBeVisible()

  // The rep sees it under Valid Leads and reads its history with the reason for each assignment.
  const rep = await personAt(browser, 'rep@halden.example')
  await rep.goto(`/marketing/valid_leads?search=${encodeURIComponent(name)}`)
  await expect(rep.getByText(name).first()).toBeVisible()
  await expectAccessibleInThemes(rep)
  await rep.getByText(name).first().click()
  // One reason for the QA person, one for the rep.
  await expect(rep.getByRole('dialog').getByText(/only eligible person|(was|were) next/)).toHaveCount(2)
  await expectAccessible(rep)

  // Another company in another tab: this tab is told, and nothing closes the notice but a reload.
  const admin = await personAt(browser, 'admin@halden.example')
  await workIn(admin, 'Halden & Pryce Supply')
  await admin.goto('/marketing/marketing_leads_list')
  await expect(heading(admin, 'Leads')).toBeVisible()
  await admin.waitForTimeout(1_500) // the tab has told the server that it is there
  const second = await admin.context().newPage()
  await second.goto('/app/companies')
  await second.getByRole('button', { name: /Meridian Instruments/ }).click()
  await expect(second.getByText('Meridian Instruments').first()).toBeVisible()
  await admin.bringToFront()
  const modal = admin.getByRole('dialog').filter({ hasText: 'Tenant Changed' })
  await expect(modal).toBeVisible()
  await expect(modal).toContainText('from Halden & Pryce Supply to Meridian Instruments')
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  await modal.getByRole('button', { name: 'Refresh Now' }).click()
  await expect(admin.getByText('Meridian Instruments').first()).toBeVisible()
  await expect(admin.getByText(name)).toHaveCount(0)
})
