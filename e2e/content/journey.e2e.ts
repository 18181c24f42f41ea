import type { Page } from '@playwright/test'
import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { expect, expectAccessible, expectAccessibleInThemes, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'
import { chooseByKey, picture, tabTo, textOf } from './writing.ts'

const AUTHORS = ['Grace Whitfield', 'Arun Nair']
const QUESTION = 'How long does a tube last?'

test('a post is written, scheduled, read on the blog and in the feeds, and moved to an address to which the old one leads', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const call = callerOf(page)
  const mark = newMark()
  const title = `Sizing a dosing pump ${mark}`
  const site = await addressesIn(page)
  const statusOf = async (slug: string) =>
    (await page.request.get(`${site.blog}/${slug}`, { maxRedirects: 0 })).status()
  const inFeeds = async () => {
    const [atom, rss] = await Promise.all(
      [site.atom, site.rss].map(async (path) => (await page.request.get(path)).text()),
    )
    return {
      atom: parseAtomFeed(atom ?? '').entries?.find((entry) => entry.title?.value === title),
      rss: parseRssFeed(rss ?? '').items?.find((item) => item.title === title),
    }
  }

  await test.step('with a cover, a table, two authors and questions', async () => {
    // The browser has to know in time that a test chooses its files.
    page.on('filechooser', () => undefined)
    await page.goto('/marketing/blog_listing')
    await expect(page.getByRole('button', { name: /^New post/ })).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByRole('button', { name: 'Add a cover' })).toBeVisible()
    await write(page, title)
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/^Draft saved at/).first()).toBeVisible()
  })
  const id = new URL(page.url()).searchParams.get('post')
  const stored = async () => (await call('GET', `/marketing/blogpost/${id}`)).data
  const { slug: old } = await stored()
  await expect.poll(async () => (await stored()).image.state).toBe('ready')

  await test.step('scheduled for a time of a zone that is named, it is not to be read yet', async () => {
    await page.keyboard.press('Control+Shift+Enter')
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('heading', { name: 'Publish', exact: true })).toBeVisible()
    await drawer.getByRole('radio', { name: 'Now' }).press('ArrowRight')
    await drawer.getByLabel('Time', { exact: true }).fill('12:07')
    await page.keyboard.press('Enter')
    await expect(drawer.getByRole('button', { name: /^Schedule for .+ 12:07 / })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(`Scheduled ${title} for`)).toBeVisible()
    expect([(await stored()).status, await statusOf(old)]).toEqual(['scheduled', 404])
  })

  await test.step('when its time has come, readers have it', async () => {
    // The next moment that may be chosen.
    const publish_at = new Date(Date.now() + 62_000).toISOString()
    await call('POST', `/marketing/blog_status/${id}`, { action: 'schedule', publish_at, zone: 'Europe/Berlin' })
    await page.reload()
    await expect(textOf(page)).toContainText('Four numbers decide it')
    await expectAccessibleInThemes(page)
    await expect.poll(() => statusOf(old), { timeout: 150_000, intervals: [2_000] }).toBe(200)

    await page.goto(`${site.blog}/${old}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('cell', { name: '40 l/h' })).toBeVisible()
    for (const author of AUTHORS) await expect(page.getByText(author).first()).toBeVisible()
    await page.getByText(QUESTION).click()
    await expect(page.getByText('Between 800 and 2,000 hours.')).toBeVisible()
    const cover = page.getByRole('img', { name: 'A pump beside a dairy tank' })
    expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  })

  const before = await inFeeds()
  await test.step('both feeds have it, as a parser of feeds reads them', async () => {
    expect(before.atom).toMatchObject({
      authors: AUTHORS.map((name) => ({ name })),
      summary: { value: 'The numbers that pick a pump.' },
      links: [{ href: expect.stringMatching(`/${old}$`) }],
      content: { type: 'html' },
    })
    expect(before.rss).toMatchObject({ link: expect.stringMatching(`/${old}$`), dc: { creators: AUTHORS } })
    for (const text of [before.atom?.content?.value, before.rss?.content?.encoded]) {
      expect(text).toContain('<table')
      expect(text).toContain('40 l/h')
      expect(text).toContain(QUESTION)
    }
  })

  const moved = `dosing-${mark}`
  await test.step('a new address is live once it is published, and the old one leads to it', async () => {
    await page.goto(`/marketing/blog_listing?post=${id}`)
    const address = page.getByRole('textbox', { name: 'Address', exact: true })
    await expect(address).toHaveValue(old)
    await address.fill(moved)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Changes not published')).toBeVisible()
    expect([await statusOf(old), await statusOf(moved)]).toEqual([200, 404])

    await page.keyboard.press('Control+Shift+Enter')
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(`/${moved}`, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(`Published ${title}`)).toBeVisible()
    await expect.poll(() => statusOf(moved)).toBe(200)
    await expect.poll(() => statusOf(old)).toBe(301)
    // A browser that has read the old one may show it for a minute.
    const led = await page.request.get(`${site.blog}/${old}`)
    expect([led.status(), new URL(led.url()).pathname]).toEqual([200, `${site.blog}/${moved}`])
    await page.goto(`${site.blog}/${moved}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })

  await test.step('readers of the feeds see the post that they know at its new address', async () => {
    await expect.poll(async () => (await inFeeds()).rss?.link).toMatch(new RegExp(`/${moved}$`))
    const after = await inFeeds()
    expect([after.atom?.id, after.rss?.guid]).toEqual([before.atom?.id, before.rss?.guid])
  })
})

/** Where the blog and its feeds are read, as the configuration says. */
const addressesIn = async (page: Page) => {
  await page.goto('/marketing/configuration?section=site')
  const addresses = page.getByRole('region', { name: 'Addresses' }).getByRole('listitem')
  const pathOf = async (name: string) => {
    const address = await addresses.filter({ hasText: name }).getByRole('link').getAttribute('href')
    return new URL(address ?? '').pathname
  }
  return { blog: await pathOf('Hosted blog'), atom: await pathOf('Atom feed'), rss: await pathOf('RSS feed') }
}

const write = async (page: Page, title: string) => {
  const { keyboard } = page
  await tabTo(page, page.getByRole('button', { name: 'Add a cover' }))
  await chooseByKey(page, await picture('cover.jpg', '#463ac0'))
  await tabTo(page, page.getByRole('textbox', { name: 'Alt text of the cover' }))
  await keyboard.type('A pump beside a dairy tank')

  await tabTo(page, page.getByRole('textbox', { name: 'Title', exact: true }))
  await keyboard.type(title)
  await keyboard.press('Enter')
  await expect(textOf(page)).toBeFocused()
  await keyboard.type('Four numbers decide it.')
  await keyboard.press('Enter')
  await keyboard.type('/table')
  await expect(page.getByRole('option', { name: 'Table' })).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  for (const cell of ['Fluid', 'Flow', 'Pressure', 'Milk', '40 l/h']) {
    await keyboard.type(cell)
    await keyboard.press('Tab')
  }
  // In a table Tab goes from cell to cell.
  await keyboard.press('Control+End')

  for (const author of AUTHORS) {
    await tabTo(page, page.getByRole('combobox', { name: 'Authors' }))
    await keyboard.type(author)
    // All authors are offered until the search has answered.
    await expect(page.locator('.ant-select-item-option:visible')).toHaveText([author])
    await keyboard.press('Enter')
    await keyboard.press('Escape')
    await expect(page.locator('.panel-choice').first()).toContainText(author)
  }
  await tabTo(page, page.getByRole('textbox', { name: 'Summary', exact: true }))
  await keyboard.type('The numbers that pick a pump.')
  await tabTo(page, page.getByRole('button', { name: 'Add question' }))
  await keyboard.press('Enter')
  await keyboard.type(QUESTION)
  await keyboard.press('Tab')
  await keyboard.type('Between 800 and 2,000 hours.')
}
