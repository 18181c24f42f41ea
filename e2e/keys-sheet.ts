import { expect, type Page } from '@playwright/test'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keys' })

/** What the sheet says, line by line: the act and its keys. */
export const told = async (page: Page) => {
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  const lines = await sheet(page)
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((line) => [
        line.querySelector('dt')?.textContent,
        [...line.querySelectorAll('.kbd')].map((key) => key.textContent).join(' '),
      ]),
    )
  return Object.fromEntries(lines) as Record<string, string>
}

export const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
}
