import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test as base,
} from '../fixtures.ts'
import { mailing as test } from '../mailing.ts'

const MANAGER = 'manager@halden.example'
const LIST = '/marketing/contactus_listing'

test('a message from the public page is taken, made a lead and answered by mail, with the keyboard alone', async ({
  page,
  mail,
}) => {
  await test.step('sent on the public page', async () => {
    await page.goto('/intake/halden-demo/contact-us')
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.type('Greta Lindgren')
    await page.keyboard.press('Tab')
    await page.keyboard.type('greta@pumpverk.example')
    for (let field = 0; field < 3; field++) await page.keyboard.press('Tab')
    await page.keyboard.type('Seals for six pumps')
    await page.keyboard.press('Tab')
    await page.keyboard.type('<img src=x onerror=alert(1)> Which seals fit?')
    await expectAccessible(page)
    // As long as a person takes at least.
    await page.waitForTimeout(2_000)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Thank you. Your message has arrived. Your reference is C-')).toBeVisible()
  })

  await signIn(page, MANAGER)
  await page.goto(LIST)
  await expect(heading(page, 'Contact List')).toBeVisible()
  const pane = page.getByRole('region', { name: 'The message' })
  const line = page.getByRole('link', { name: 'Greta Lindgren' })

  await test.step('opened, drawn as text, taken', async () => {
    await expect(line).toBeVisible()
    await page.keyboard.press('j')
    await expect(pane.getByRole('heading', { name: 'Seals for six pumps' })).toBeVisible()
    await expect(pane.getByText('<img src=x onerror=alert(1)> Which seals fit?')).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('t')
    await expect(page.getByText('Took the message of Greta Lindgren')).toBeVisible()
    await expect(pane.getByText('In progress')).toBeVisible()
  })

  await test.step('made a lead, once', async () => {
    await page.keyboard.press('l')
    await expect(pane.getByRole('link', { name: /^Lead No\. \d+$/ })).toBeVisible()
    await expect(pane.getByRole('button', { name: /Make lead/ })).toBeHidden()
    await expect(page.getByRole('complementary', { name: 'About this address' }).getByText(/^No\. \d+$/)).toBeVisible()
  })

  await test.step('the lead leads back to it', async () => {
    const address = page.url()
    await pane.getByRole('link', { name: /^Lead No\. \d+$/ }).press('Enter')
    const lead = page.locator('.lead-drawer')
    await lead.getByRole('link', { name: /^Message No\. \d+$/ }).press('Enter')
    await expect(heading(page, 'Contact List')).toBeVisible()
    await expect(pane.getByText('In progress')).toBeVisible()
    await expect(pane.getByRole('link', { name: /^Lead No\. \d+$/ })).toBeVisible()
    await page.goto(address)
    await expect(pane.getByRole('link', { name: /^Lead No\. \d+$/ })).toBeVisible()
  })

  await test.step('the draft stays when the box is left; sent by one chord, and the next is open', async () => {
    await page.keyboard.press('r')
    const box = pane.getByRole('textbox', { name: 'Answer to Greta Lindgren' })
    await expect(box).toBeFocused()
    await page.keyboard.type('EPDM, hardness 70.')
    await page.keyboard.press('Escape')
    await expect(box).not.toBeFocused()
    await page.keyboard.press('j')
    await expect(pane.getByRole('heading', { name: 'Seals for six pumps' })).toBeHidden()
    await page.keyboard.press('k')
    await expect(box).toHaveValue('EPDM, hardness 70.')
    await page.keyboard.press('r')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Sent the answer to Greta Lindgren')).toBeVisible()
    await expect(line).toBeHidden()
    await expect(pane.getByRole('textbox', { name: /^Answer to / })).toBeFocused()
  })

  await test.step('it went out with the colleague as who is answered', async () => {
    await expect.poll(() => mail.mailsTo('greta@pumpverk.example')).toHaveLength(1)
    const [sent] = await mail.mailsTo('greta@pumpverk.example')
    expect(sent?.subject).toBe('Re: Seals for six pumps')
    expect(sent?.replyTo?.[0]?.address).toBe('manager@halden.example')
    expect(sent?.text).toContain('EPDM, hardness 70.')
    expect(sent?.text).toContain('> <img src=x onerror=alert(1)> Which seals fit?')
  })
})

base(
  'spam, archive and undo by key; many at once; without a mail server it is marked as answered',
  async ({ page }) => {
    await signIn(page, MANAGER)
    await page.goto(LIST)
    const lines = page.getByRole('region', { name: 'List of messages' }).getByRole('listitem')
    const pane = page.getByRole('region', { name: 'The message' })
    await expect(lines.first()).toBeVisible()
    const before = await lines.count()

    await page.keyboard.press('j')
    await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
    await page.keyboard.press('e')
    await expect(page.getByText(/^Archived the message of /)).toBeVisible()
    await expect(lines).toHaveCount(before - 1)
    await page.keyboard.press('z')
    await expect(lines).toHaveCount(before)

    await expect(pane.getByText('No mail server is set up.')).toBeVisible()
    await pane.getByRole('button', { name: 'Mark as answered' }).click()
    await expect(page.getByText(/^Marked the message of .* as answered$/)).toBeVisible()
    await expect(lines).toHaveCount(before - 1)

    await page.keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'Selected messages' })).toBeVisible()
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive 1 message' }).click()
    await expect(lines).toHaveCount(before - 2)
  },
)

base('on a phone the list gives way to the message, and back', async ({ page }) => {
  await signIn(page, MANAGER)
  await page.goto(LIST)
  await expect(heading(page, 'Contact List')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('region', { name: 'List of messages' }).getByRole('listitem').first().getByRole('link').click()
  const pane = page.getByRole('region', { name: 'The message' })
  await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await pane.getByRole('button', { name: 'All messages' }).click()
  await expect(page.getByRole('region', { name: 'List of messages' })).toBeVisible()
})
