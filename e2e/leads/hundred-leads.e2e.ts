import type { Page } from '@playwright/test'
import { howMany } from '../../scripts/scope.mjs'
import { expect, figure, moving, personAt, signIn, test } from '../fixtures.ts'
import { addLeadsOf } from '../leads-of.ts'

const LEADS = howMany(12, 100)
/** The first half in a hurry, as nobody keeps it up; the rest as fast as somebody who looks at each lead. */
const HURRIED = LEADS / 2
const A_GLANCE_MS = 250
const A_LOOK_MS = 1000

// An option of the worker's: so this file waits for one of its own, and is measured when little else is left to run.
test.use({ trace: 'off', ...moving })

test('clean leads are validated by one chord each: no click, no page load, nothing on the screen jumps', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager@meridian.example')
  const mark = await addLeadsOf(page, 'qa@meridian', LEADS)
  const qa = await personAt(browser, 'qa@meridian.example')
  await qa.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const desk = qa.getByRole('dialog')
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  await expect(qa.getByText(`of ${LEADS}`).first()).toBeVisible()
  await watch(qa)

  for (let decided = 1; decided <= LEADS; decided++) {
    const before = await desk.locator('#lead-heading .lead-name').innerText()
    await qa.keyboard.press('Control+Enter')
    if (decided < LEADS) await expect(desk.locator('#lead-heading .lead-name')).not.toHaveText(before)
    if (decided < LEADS) await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeEnabled()
    await qa.waitForTimeout(decided < HURRIED ? A_GLANCE_MS : A_LOOK_MS)
  }
  await expect(desk.getByText('Queue clear')).toBeVisible()

  const { pages, shift, times } = await seen(qa)
  figure(`key to next lead painted: ${told(times.slice(HURRIED))}; in a hurry: ${told(times.slice(0, HURRIED))}`)
  figure(`layout shift over ${LEADS} verdicts: ${shift.toFixed(4)} at most in one`)
  expect(pages).toBe(0)
  expect(shift).toBeLessThanOrEqual(0.02)
  await qa.goto(`/marketing/assigned_leads?search=${mark}`)
  await expect(qa.getByText(/No leads match/)).toBeVisible()
  await page.goto(`/marketing/marketing_leads_list?search=${mark}&status=valid`)
  await expect(page.getByText(`1–${Math.min(20, LEADS)} of ${LEADS}`)).toBeVisible()
})

const told = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
  return `p50 ${at(0.5)} ms, p75 ${at(0.75)} ms, p95 ${at(0.95)} ms`
}

interface Source {
  node: Node | null
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: readonly Source[]
}

interface Watch {
  pages: number
  shift: number
  times: number[]
}

/** Notes in the page how long each chord takes to the paint of another lead, and what jumped meanwhile. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const notes: Watch = { pages: 0, shift: 0, times: [] }
    Object.assign(window, { notes })
    // By the chord that it follows, since a slow machine tells of several frames at once; where messages move, which lie above
    // the page and go when their time is over, by the frame.
    const chords: number[] = []
    const moved: number[] = []
    const isMessage = ({ node }: Source) =>
      node === null || (node instanceof Element && node.closest('.toasts') !== null)
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        const chord = chords.filter((at) => at <= startTime).length
        if (!sources.some(isMessage)) moved[chord] = (moved[chord] ?? 0) + value
        notes.shift = Math.max(notes.shift, value, moved[chord] ?? 0)
      }
    }).observe({ type: 'layout-shift', buffered: false })
    const shown = () => document.querySelector('#lead-heading .lead-name')?.textContent
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter') return
        chords.push(event.timeStamp)
        const before = shown()
        const look = () => {
          if (shown() === before || !document.querySelector('.desk-decide')) return void requestAnimationFrame(look)
          // This frame shows it: what is posted now comes when it has been painted.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => notes.times.push(performance.now() - event.timeStamp))
          port1.start()
          port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
    addEventListener('beforeunload', () => (notes.pages += 1))
  })

const seen = (page: Page) => page.evaluate(() => (window as unknown as { notes: Watch }).notes)
