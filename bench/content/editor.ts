import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.mjs'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { startReal } from '../real-server.ts'

const WORDS = 20_000
const KEYS = 120
const GOAL_MS = 25
const GOAL = 1.8

/** From a key to the frame that shows it, in a text of 20,000 words, against a plain `contenteditable` of the same HTML. */
export const typing = async (place: Place): Promise<Figure[]> => {
  await fillSmall(place)
  const real = await startReal(place)
  const executablePath = ensureChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS })
  try {
    await untilQuiet(place)
    const page = await browser.newPage({
      baseURL: `http://127.0.0.1:${real.port}`,
      viewport: { width: 1440, height: 900 },
    })
    await page.request.post('/api/v1/auth/sign-in/', {
      data: { email: `admin@${COMPANY}`, password: DEMO_PASSWORD },
    })
    await page.goto('/marketing/blog_listing?post=new')
    const html = await fillText(page)
    const ours = await typed(page)
    await showPlain(page, html)
    const bare = await typed(page)
    const ratio = rounded(ours / bare)
    return [
      {
        figure: 'editor-key',
        ratio,
        rows: 0,
        ours: rounded(ours),
        bare: rounded(bare),
        unit: `ms p75 at ${WORDS.toLocaleString('en')} words`,
        goal: `≤ ${GOAL_MS} ms, ≤ ${GOAL}`,
        meets: ours <= GOAL_MS && ratio <= GOAL,
      },
    ]
  } finally {
    await browser.close()
    await real.stop()
  }
}

/** As from the clipboard; answers what stands there as HTML. What runs in the page is text: no types of a browser are known here. */
const fillText = async (page: Page) => {
  const paragraph = `<p>${'pumping '.repeat(50).trim()}.</p>`
  const text = page.getByRole('textbox', { name: 'Text of the post' })
  await text.waitFor()
  await page.evaluate(`
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '${paragraph}'.repeat(${WORDS / 50}))
    document.querySelector('.post-text')
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`)
  // What comes after a paste has been done.
  await page.waitForTimeout(5_000)
  await text.focus()
  return text.innerHTML()
}

/** The same text with the same styles, in the same place, and nothing that listens. */
const showPlain = (page: Page, html: string) =>
  page.evaluate(`
    const plain = document.createElement('div')
    plain.className = 'post-text'
    plain.contentEditable = 'true'
    plain.spellcheck = false
    plain.innerHTML = ${JSON.stringify(html)}
    document.querySelector('.post-text').replaceWith(plain)
    plain.focus()`)

/** Milliseconds from a key to its frame: three in four are faster. */
const typed = async (page: Page) => {
  // From the key until after the frame was painted; somewhere in the middle, as when a text is edited.
  await page.evaluate(`
    took = []
    document.onkeydown = () => {
      const from = performance.now()
      requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - from)))
    }
    const block = document.querySelectorAll('.post-text > p')[180]
    getSelection().collapse(block.firstChild, 20)
    block.scrollIntoView({ block: 'center' })`)
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('x')
    await page.waitForTimeout(60)
  }
  const took = await page.evaluate<number[]>('took')
  return took.sort((one, other) => one - other)[Math.floor(took.length * 0.75)] ?? Infinity
}
