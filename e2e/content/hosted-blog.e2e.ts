import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  keepUndo,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'

// Each would run, load or break out if the page took text for markup.
const HOSTILE = [
  '<script>window.hit=1</script>',
  '"><img src=x onerror="window.hit=1">',
  '</title><script>window.hit=1</script>',
  '</script><script>window.hit=1</script>',
  '<svg onload="window.hit=1">',
  "' onmouseover='window.hit=1",
  '<base href="https://hostile.example/">',
  '<details open ontoggle="window.hit=1">x',
  '<style>@import "https://hostile.example/x.css"</style>',
  'https://hostile.example/"onfocus="window.hit=1"autofocus="',
]

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

/** Publishes posts as whoever is signed in would: with a cover, an author of their own and questions. */
const publisherOf = async (page: Page) => {
  const call = callerOf(page)
  const token = (await page.context().cookies()).find(({ name }) => name === 'accessToken')?.value ?? ''
  const cover = await sharp({ create: { width: 1200, height: 700, channels: 3, background: '#6356f0' } })
    .jpeg()
    .toBuffer()
  const send = async (
    path: string,
    multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>,
  ) => {
    const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, multipart })
    const json = await answer.json()
    expect([path, answer.status(), json.message]).toEqual([path, 200, json.message])
    return json.data
  }
  return async (text: string, slug: string) => {
    const author = await send('/marketing/authors', { name: text.slice(0, 120), bio: text, role: text })
    const post = await send('/marketing/add_blogpost', {
      title: text,
      slug,
      excerpt: text,
      authors: JSON.stringify([author.id]),
      image_alt: text,
      image_caption: text,
      seo_description: text,
      faq_items: JSON.stringify([{ question: `${text}?`, answer: `${text}\n\nhttps://www.firm.example/a` }]),
      document: JSON.stringify({
        type: 'doc',
        attrs: { v: 1 },
        content: [
          { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] },
          paragraph(text),
          { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text }] },
        ],
      }),
      image: { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: cover },
    })
    await expect
      .poll(async () => (await call('GET', `/marketing/blogpost/${post.id}`)).data.image.state, { timeout: 60_000 })
      .toBe('ready')
    await call('POST', `/marketing/blog_status/${post.id}`, { action: 'publish' })
    return post
  }
}

/** What the page loads from elsewhere, and whether anything on it ran. */
const watched = (page: Page) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin) foreign.push(request.url())
  })
  return foreign
}

test('a manager opens the blog to readers, pauses it and takes that back @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration?section=site')
  await keepUndo(page)
  const make = page.getByRole('button', { name: 'Make key' })
  const addresses = page.getByRole('region', { name: 'Addresses' })
  await expect(page.getByText(/^Key made by|Make a key to open it/)).toBeVisible()
  if (await make.isVisible()) await make.click()
  const blog = addresses.getByRole('listitem').filter({ hasText: 'Hosted blog' }).getByRole('link')
  const before = await blog.getAttribute('href')

  await addresses.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('button', { name: 'Make a new key' }).click()
  await expect(blog).not.toHaveAttribute('href', before ?? '')
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Edit web site' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address of posts' }).fill('https://www.firm.example/blog')
  await dialog.getByRole('button', { name: 'Save web site' }).click()
  await expect(dialog.getByRole('alert').getByText('Write it like https://www.example.com/blog/{slug}')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address of posts' }).fill('')
  await dialog.getByText('Paused', { exact: true }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save web site' }).click()
  await expect(dialog).toBeHidden()
  const path = new URL((await blog.getAttribute('href')) ?? '').pathname
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(404)

  const history = page.getByRole('region', { name: 'History' })
  await history
    .getByRole('button', { name: /^Undo: Changed the web site/ })
    .first()
    .click()
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(200)
})

test('S1: readers see what was written as text, nothing runs and nothing is loaded from elsewhere', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const publish = await publisherOf(page)
  const mark = newMark().toLowerCase()
  for (const [at, text] of HOSTILE.entries()) await publish(text, `${mark}-${at}`)
  const { data } = await callerOf(page)('POST', '/marketing/site_key', {})
  const base = new URL(data.addresses.blog).pathname
  await expect.poll(async () => (await page.request.get(`${base}/${mark}-0`)).status()).toBe(200)
  const foreign = watched(page)

  for (const [at, text] of HOSTILE.entries()) {
    await page.goto(`${base}/${mark}-${at}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
    await page.locator('summary').first().click()
    await page.locator('h1').hover()
    expect(await page.evaluate('window.hit')).toBeUndefined()
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0)
    expect(JSON.parse((await page.locator('script').textContent()) ?? '')['@graph'][0].description).toBe(text)
  }
  await page.goto(base)
  await expect(page.getByRole('link', { name: HOSTILE[0]!, exact: true })).toBeVisible()
  expect(await page.evaluate('window.hit')).toBeUndefined()
  expect(foreign).toEqual([])
})

test('the hosted blog is read by keyboard, without findings in either theme, on any width', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const publish = await publisherOf(page)
  const slug = `sizing-${newMark().toLowerCase()}`
  await publish('Sizing a pump', slug)
  const { data } = await callerOf(page)('POST', '/marketing/site_key', {})
  const base = new URL(data.addresses.blog).pathname
  await expect.poll(async () => (await page.request.get(`${base}/${slug}`)).status()).toBe(200)

  for (const path of [base, `${base}/${slug}`])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(path)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('details').first()).toHaveAttribute('open')
  await page.getByRole('link', { name: 'Feed' }).focus()
  const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])))
  expect(levels[0]).toBe(1)
  for (const [at, level] of levels.entries()) if (at > 0) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
})
