import type { Page } from '@playwright/test'
import { hostileTexts } from '../../scripts/hostile-texts.mjs'
import { expect, expectAccessible, heading, signIn } from '../fixtures.ts'
import { callerOf } from '../leads-of.ts'
import { withRival as test } from './rival.ts'

const SCREEN = '/competitorInsight/PostListing'
const TEXTS = hostileTexts()
  .filter((text) => !text.includes('\0') && text.trim() !== '' && text.length < 300)
  .filter((_, at) => at % 24 === 0)
  .slice(0, 40)

/** Each says something else: posts that say the same are shown as one. */
const WRITTEN = [
  ['hydrogen seals', 'A seal that is checked each week lasts a year longer than one that nobody looks at.'],
  [
    'hydrogen seals in winter',
    'Frost makes rubber hard, so the first start of a cold morning is when most leaks begin.',
  ],
  [
    'hydrogen seals, tested',
    'We pressed forty rings of three makers into one housing and counted bubbles for a month.',
  ],
] as const

test('a competitor is added by its site’s address in four actions, and its posts, a gap and a summary follow', async ({
  page,
  rival,
}) => {
  rival.posts.push(
    ...WRITTEN.map(([about, sentence]) => ({
      title: `What we learned about ${about}`,
      html: `<p>${sentence}</p><p>More about ${about} follows in spring.</p>`,
    })),
  )
  await signIn(page, 'admin@halden.example')
  await page.goto(`${SCREEN}?tab=competitors`)
  await expect(page.getByRole('listitem', { name: 'Norden Pumps' })).toBeVisible()

  await expect(page.getByRole('button', { name: 'Add competitor' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add competitor' })
  await dialog.getByLabel('Site').fill(rival.url)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox', { name: /Rival Valves: news/ })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add competitor' }).click()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('listitem', { name: /Rival Valves/ })
  await expect(card).toBeVisible()
  await expect(card.getByText('Works')).toBeVisible()

  const call = callerOf(page)
  await expect(async () => {
    const { data } = await call('POST', '/competitorInsight/get_competitorPost', { search: 'hydrogen' })
    expect(data).toHaveLength(3)
  }).toPass()
  await call('POST', '/competitorInsight/add_topic', { name: 'Hydrogen', phrases: ['hydrogen seals'] })

  await page.goto(`${SCREEN}?search=hydrogen`)
  await expect(page.getByText('What we learned about hydrogen seals in winter')).toBeVisible()
  await page.goto(`${SCREEN}?tab=summary`)
  const gaps = page.getByRole('region', { name: 'They cover, we don’t' })
  await expect(async () => {
    await page.reload()
    await expect(gaps.getByRole('link', { name: 'Hydrogen', exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('what a site says runs nothing and leads nowhere but to the web: titles, authors, links and texts', async ({
  page,
  rival,
}) => {
  rival.posts.push(
    ...TEXTS.map((text, at) => ({
      title: `${at} ${text}`,
      html: `<p>Text ${at}: ${text}</p><a href="javascript:window.harmed = 1">press</a><img src="x" onerror="window.harmed = 1"><script>window.harmed = 1</script>`,
      link: at % 3 === 0 ? 'javascript:window.harmed=1' : `${rival.url}/posts/${at}`,
      author: text,
    })),
  )
  await signIn(page, 'admin@halden.example')
  const harm = await watch(page)
  await page.goto(SCREEN)
  await expect(heading(page, 'Blog Post List')).toBeVisible()
  const call = callerOf(page)
  await call('POST', '/competitorInsight/add_competitor', {
    name: `Rival ${TEXTS[0] ?? ''}`.slice(0, 100),
    site: rival.url,
    feeds: [{ url: `${rival.url}/feed.xml`, kind: 'rss', found_by: 'typed' }],
  })
  let posts: { id: number; url: string }[] = []
  await expect(async () => {
    const { data } = await call('POST', '/competitorInsight/get_competitorPost', {
      pageSize: 100,
      sort: 'seen',
      order: 'desc',
    })
    posts = data.filter(({ url }: { url: string }) => url.startsWith(rival.url))
    expect(posts.length).toBeGreaterThan(TEXTS.length / 3)
  }).toPass()

  await page.goto(`${SCREEN}?pageSize=100&sort=seen&order=desc`)
  await expect(
    page
      .getByRole('table', { name: 'posts' })
      .getByRole('row')
      .nth(TEXTS.length / 2),
  ).toBeVisible()
  for (const { id } of posts.slice(0, 12)) {
    await page.goto(`${SCREEN}?post=${id}`)
    await expect(page.getByRole('dialog').getByText(/Text \d+:/)).toBeVisible()
    const addresses = await page
      .getByRole('dialog')
      .locator('a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol))
    expect(addresses.filter((protocol) => !['http:', 'https:'].includes(protocol))).toEqual([])
  }
  for (const tab of ['competitors', 'summary', 'topics', 'alerts']) {
    await page.goto(`${SCREEN}?tab=${tab}`)
    await expect(heading(page, 'Blog Post List')).toBeVisible()
  }
  expect(harm).toEqual([])
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
})

/** What must never happen: a dialog, or a request to anybody but the server. */
const watch = async (page: Page) => {
  const harm: string[] = []
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const own = new URL(page.url()).host
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.host !== own) harm.push(`request: ${request.url()}`)
  })
  return harm
}
