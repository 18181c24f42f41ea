import type { Page } from '@playwright/test'
import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { hostileTexts } from '../../scripts/hostile-texts.mjs'
import { expect, figure, rows, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'
import { headersOf, paste, picture, textOf } from './writing.ts'

const MANAGER = 'manager@halden.example'
/** Without the character that is refused wherever it is sent. */
const TEXTS = hostileTexts().filter((text) => !text.includes('\0'))
/** In the gate a sample of every kind. */
const EVERY = 30
/** As many as feeds have, less those that share a feed with them. */
const BATCH = 48
const SHORTEST = 120
const MOST_QUESTIONS = 50

test('a sample of hostile texts runs nothing and loads nothing, wherever posts are drawn', async ({ page }) => {
  await drawEverywhere(
    page,
    TEXTS.filter((_, at) => at % EVERY === 0),
  )
})

test('all hostile texts run nothing and load nothing, wherever posts are drawn @slow', async ({ page }) => {
  test.setTimeout(7_200_000)
  await drawEverywhere(page, TEXTS)
})

const drawEverywhere = async (page: Page, texts: readonly string[]) => {
  await signIn(page, MANAGER)
  const harm = await watch(page)
  const { base, site, send, image } = await openTo(page)
  const sent = await Promise.all(chunks(texts, 200).map((some) => sentAsHtml(send, image, some)))
  const posts = [...packed(texts).map(postOf), ...chunks(texts, MOST_QUESTIONS).map(longPostOf), ...sent.map(kept)]
  figure(`${texts.length} hostile texts in ${posts.length} posts`)

  for (const batch of chunks(posts, BATCH)) {
    const made: { id: number; slug: string }[] = []
    await signIn(page, MANAGER)
    for (const fields of batch) made.push(await addPost(send, image, fields))
    for (const [at, { id, slug }] of made.entries()) {
      // On a busy machine a batch takes longer than a session lasts.
      if (at % 8 === 0) await signIn(page, MANAGER)
      // Every third as people see it, the others without the policy that would keep scripts from running.
      if (at % 3 > 0) await withoutPolicy(page)
      await drawDraft(page, send, id)
      await send('POST', `/marketing/blog_status/${id}`, { action: 'publish' })
      await drawLive(page, `${base}/${slug}`)
      await page.unrouteAll()
    }
    await withoutPolicy(page)
    await drawLists(page, base)
    await drawFeeds(page, site)
    await page.unrouteAll()
    for (const { id } of made) await send('POST', `/marketing/blog_status/${id}`, { action: 'unpublish' })
  }
  await pasteAll(page, texts)
  expect(harm).toEqual([])
}

type Send = ReturnType<typeof callerOf>

/** Whatever runs or is fetched from elsewhere while pages are drawn. */
const watch = async (page: Page) => {
  const RAN = 'hostile text ran'
  const harm: string[] = []
  await page.addInitScript((ran) => {
    // oxlint-disable-next-line no-console -- the page hears the console of every frame.
    window.alert = () => console.log(ran)
  }, RAN)
  page.on('console', (message) => {
    if (message.text() === RAN) harm.push(`${RAN} on ${page.url()}`)
  })
  page.on('dialog', (dialog) => {
    harm.push(`a dialog on ${page.url()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname)) harm.push(request.url())
  })
  return harm
}

const withoutPolicy = (page: Page) =>
  page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    return route.fulfill({ response, headers })
  })

/** A blog that readers can open, whose feeds are as long as they may be, and a cover. */
const openTo = async (page: Page) => {
  const send = callerOf(page)
  await send('PUT', '/marketing/update_site', { feed_size: 50 })
  const { data } = await send('POST', '/marketing/site_key', {})
  const { buffer } = await picture('cover.jpg', '#463ac0')
  const added = await page.request.post('/marketing/blog_images?name=cover.jpg', {
    data: buffer,
    headers: { 'content-type': 'application/octet-stream', ...(await headersOf(page)) },
  })
  const image: number = (await added.json()).data.id
  await expect
    .poll(async () =>
      (await send('GET', '/marketing/blog_images')).data.find((one: { id: number }) => one.id === image),
    )
    .toMatchObject({ state: 'ready' })
  const pathOf = (address: string) => new URL(address).pathname
  return {
    send,
    image,
    base: pathOf(data.addresses.blog),
    site: { atom: pathOf(data.addresses.atom), rss: pathOf(data.addresses.rss) },
  }
}

type Fields = (image: number) => Record<string, unknown> & { document: object; author?: string }

const textNode = (text: string, marks: readonly object[] = []) => ({ type: 'text', text, marks })
const paragraph = (text: string, marks?: readonly object[]) => ({ type: 'paragraph', content: [textNode(text, marks)] })
const docOf = (content: readonly object[]) => ({ type: 'doc', attrs: { v: 1 }, content })

/** In all that is one line. */
const postOf =
  (text: string): Fields =>
  () => ({
    author: text,
    title: text,
    excerpt: text,
    image_alt: text,
    image_caption: text,
    seo_title: text,
    seo_description: text,
    document: docOf([paragraph(text)]),
  })

/** In all that there are many of. */
const longPostOf =
  (texts: readonly string[]): Fields =>
  (image) => ({
    title: 'Texts',
    faq_items: texts.map((text, at) => ({
      question: `${at}: ${text}`,
      answer: `${text}\n\nhttps://a.example/${text}`,
    })),
    document: docOf(
      texts.flatMap((text) => [
        paragraph(text),
        paragraph('x', [{ type: 'link', attrs: { href: 'https://a.example/', title: text.slice(0, 100) } }]),
        { type: 'heading', attrs: { level: 2 }, content: [textNode(text)] },
        { type: 'codeBlock', attrs: { language: null }, content: [textNode(text)] },
        { type: 'image', attrs: { image_id: image, alt: text.slice(0, 250), caption: text } },
        { type: 'callout', content: [paragraph(text)] },
        {
          type: 'table',
          content: [{ type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph(text)] }] }],
        },
      ]),
    ),
  })

/** What each became that was sent as HTML, together. */
const kept =
  (blocks: readonly object[]): Fields =>
  () => ({ title: 'Sent as HTML', document: docOf(blocks) })

const sentAsHtml = async (send: Send, image: number, texts: readonly string[]) => {
  const blocks: object[] = []
  for (const text of texts) {
    const { data } = await send('POST', '/marketing/add_blogpost', {
      title: 'Sent',
      authors: [await anAuthor(send, 'Sent')],
      image_id: image,
      content: `<p>Sent</p>${text}`,
    })
    blocks.push(...data.document.content)
  }
  return blocks
}

const anAuthor = async (send: Send, text: string): Promise<number> =>
  (await send('POST', '/marketing/authors', { name: text, role: text, bio: text, slug: newMark() })).data.id

const addPost = async (send: Send, image: number, fields: Fields): Promise<{ id: number; slug: string }> => {
  const { author = 'Author', document, ...rest } = fields(image)
  const { data } = await send('POST', '/marketing/add_blogpost', {
    slug: newMark(),
    image_id: image,
    image_alt: 'A cover',
    excerpt: 'An excerpt',
    ...rest,
    authors: [await anAuthor(send, author)],
    document: JSON.stringify(document),
  })
  return data
}

/** In the editor, in the drawer that publishes, and by a link for those who look at it before. */
const drawDraft = async (page: Page, send: Send, id: number) => {
  // A server that is busy for a moment says so in its place.
  await expect(async () => {
    await page.goto(`/marketing/blog_listing?post=${id}`)
    await expect(textOf(page)).toBeVisible({ timeout: 20_000 })
  }).toPass()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Previews' })).toBeVisible()
  await expectHarmless(page)
  const { data } = await send('POST', '/marketing/blog_preview_links', { post_id: id })
  await page.goto(new URL(data.link).pathname)
  await expect(page.getByText(/^Preview of version/)).toBeVisible()
  await expectHarmless(page)
}

const drawLive = async (page: Page, path: string) => {
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.locator('summary').evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()))
  await expectHarmless(page)
}

const drawLists = async (page: Page, base: string) => {
  await page.goto(base)
  await expectHarmless(page)
  for (const screen of ['blog_listing', 'blog_author_listing']) {
    await page.goto(`/marketing/${screen}?pageSize=100`)
    await expect(rows(page).first()).toBeVisible()
    await expectHarmless(page)
  }
}

/** As programs draw them that read feeds: what is HTML by their rules as HTML, the rest as text. */
const drawFeeds = async (page: Page, { atom, rss }: { atom: string; rss: string }) => {
  const read = async (path: string) => (await page.request.get(path)).text()
  const { entries = [] } = parseAtomFeed(await read(atom))
  const { items = [] } = parseRssFeed(await read(rss))
  expect(entries.length).toBe(items.length)
  const html = [
    ...entries.map(({ content }) => content?.value),
    ...items.flatMap(({ description, content }) => [description, content?.encoded]),
  ]
  await page.goto('about:blank')
  await page.setContent(html.map((each) => `<article>${each}</article>`).join('\n'), { waitUntil: 'domcontentloaded' })
  await expect(page.locator('article')).toHaveCount(html.length)
  await expectHarmless(page)
}

const pasteAll = async (page: Page, texts: readonly string[]) => {
  await withoutPolicy(page)
  for (const some of chunks(texts, 200)) {
    await page.goto('/marketing/blog_listing?post=new')
    await textOf(page).focus()
    for (const text of some) await paste(page, `<p>Pasted</p>${text}`)
    await expect(textOf(page)).toContainText('Pasted')
    await expectHarmless(page)
  }
  await page.unrouteAll()
}

/** Nothing on the page could run, whether or not it has. */
const expectHarmless = async (page: Page) => {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => {
          const isAddress = /^(?:href|src|srcset|action|formaction|data|poster|xlink:href)$/.test(name)
          return (
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (isAddress && /^\W*(?:javascript|vbscript|data:text)/i.test(value))
          )
        })
        .map(({ name, value }) => `<${element.localName} ${name}="${value}">`),
    ),
  )
  expect(found).toEqual([])
}

const chunks = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))

/** Several in a line, as many as the shortest field holds. */
const packed = (texts: readonly string[]): string[] => {
  const lines: string[] = []
  for (const text of texts.map((each) => each.slice(0, SHORTEST))) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + text.length < SHORTEST) lines[lines.length - 1] = `${last} ${text}`
    else lines.push(text)
  }
  return lines
}
