import sharp from 'sharp'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

// What tests of posts have in common.

export const picture = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1440, height: 480, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})

/** Presses Tab until it has the focus. */
export const tabTo = async (page: Page, target: Locator) => {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Chooses a file where a press of Enter asks for one. */
export const chooseByKey = async (page: Page, file: Awaited<ReturnType<typeof picture>>) => {
  const asked = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await asked).setFiles(file)
}

export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })

export const headersOf = async (page: Page) => {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'accessToken')?.value ?? ''
  return { authorization: `Bearer ${decodeURIComponent(token)}` }
}

/** Pastes as another program would have it. */
export const paste = (page: Page, html: string) =>
  textOf(page).evaluate((element, sent) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', sent)
    clipboardData.setData('text/plain', 'plain')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
