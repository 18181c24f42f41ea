import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  personAt,
  signIn,
  test,
} from './fixtures.ts'

test('a rep asks QC, is shown what was answered before, and reads the answer that came by one chord', async ({
  page,
  browser,
}) => {
  const question = `Which seal does the pump need for glycol (${Date.now()})?`
  await signIn(page, 'rep@halden.example')
  await page.goto('/marketing/qc_support')
  await expect(heading(page, 'QC Support')).toBeVisible()

  await test.step('asked, with the answers to earlier questions beneath', async () => {
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Is it approved for drinking water?')
    await expect(dialog.getByText('Answered before')).toBeVisible()
    await dialog.locator('summary', { hasText: 'approved for drinking water?' }).click()
    await expect(dialog.getByText('No. The version with the suffix W is.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Question' }).fill(question)
    await dialog.getByRole('button', { name: 'Send question' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: question })).toBeVisible()
  })

  const qc = await personAt(browser, 'qa2@halden.example')
  await test.step('answered by key alone: open, write, submit, and the next one is open', async () => {
    await qc.goto('/marketing/qc_support')
    await expect(qc.getByRole('link', { name: question })).toBeVisible()
    await qc.keyboard.press('j')
    const pane = qc.getByRole('region', { name: 'The question' })
    await expect(pane.getByRole('heading', { name: question })).toBeVisible()
    await expectAccessible(qc)
    await pane.getByRole('textbox', { name: 'Answer', exact: true }).fill('EPDM, hardness 70.')
    await qc.keyboard.press('Control+Enter')
    await expect(qc.getByText('The answer was sent')).toBeVisible()
    await expect(pane.getByRole('heading', { name: question })).toBeHidden()
    await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(qc.getByRole('link', { name: question })).toBeHidden()
  })
  await qc.context().close()

  await test.step('read, reopened with what is missing', async () => {
    await page.goto('/marketing/notifications')
    const line = page.getByRole('listitem').filter({ hasText: question })
    await expect(line).toContainText('answered your question')
    await line.getByRole('link').click()
    await expect(page).toHaveURL(/qc_support\?show=all&question=/)
    const pane = page.getByRole('region', { name: 'The question' })
    await expect(pane.getByText('EPDM, hardness 70.')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInThemes(page)
    await pane.getByRole('button', { name: 'Reopen' }).click()
    await expect(pane.getByText('Reopened')).toBeVisible()
  })
})
