import type { Page } from '@playwright/test'
import { expect, expectAccessible, heading, signIn } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'
import { mailing, openPanel, press, TITLE } from '../mailing.ts'

const ADMIN = 'admin@halden.example'

/** How the ledger counts the mails of a mailing. */
const ledgerOf = async (page: Page, id: number) => {
  const { data } = await callerOf(page)('GET', `/marketing/blog_sends/${id}`)
  return { state: data.state, total: data.total, ...data.counts }
}

mailing(
  'a mailing is paused, resumed, stopped by the mail server, continued, and the rest of it cancelled',
  async ({ page, mail }) => {
    const subject = `${TITLE} ${newMark()}`
    const call = callerOf(page)
    await signIn(page, ADMIN)
    // One a second: it is under way for as long as the test needs it to be.
    await call('PUT', '/marketing/mail_settings', { per_minute: 60 })
    await openPanel(page)
    await page.getByLabel('Subject').fill(subject)
    await press(page.getByRole('button', { name: /^Send update to/ }))
    const box = page.getByRole('region', { name: TITLE })
    await press(box.getByRole('button', { name: 'Send now' }))
    const { data: mailings } = await call('GET', '/marketing/blog_sends')
    const { id, total: all } = mailings[0]
    const ledger = () => ledgerOf(page, id)

    await mailing.step('paused, nothing more goes out than what the ledger says', async () => {
      await expect.poll(() => mail.countOf(subject)).toBeGreaterThan(0)
      await press(box.getByRole('button', { name: 'Pause' }))
      await expect(box.getByText('Paused', { exact: true })).toBeVisible()
      await expect.poll(async () => (await ledger()).handing).toBe(0)
      const { state, total, sent, queued } = await ledger()
      expect([state, queued]).toEqual(['paused', total - sent])
      expect(await mail.countOf(subject)).toBe(sent)
      await expectAccessible(page)
    })

    await mailing.step('resumed, it goes on, and stops where the mail server refuses what we send', async () => {
      const before = await mail.countOf(subject)
      await press(box.getByRole('button', { name: 'Resume' }))
      await expect.poll(() => mail.countOf(subject)).toBeGreaterThan(before)
      mail.refuse('554 5.7.1 we do not like it')
      await expect(box.getByText('Stopped', { exact: true })).toBeVisible({ timeout: 120_000 })
      await expect(box.getByText(/^The mail server refused \d+ mails in a row/)).toBeVisible()
      const { state, sent, refused } = await ledger()
      expect(state).toBe('stopped')
      expect(refused).toBeGreaterThanOrEqual(10)
      expect(await mail.countOf(subject)).toBe(sent)
      await expectAccessible(page)
    })

    await mailing.step('continued by a person, it goes on', async () => {
      const before = await mail.countOf(subject)
      mail.refuse(undefined)
      await press(box.getByRole('button', { name: 'Continue' }))
      await expect.poll(() => mail.countOf(subject)).toBeGreaterThan(before)
      expect((await ledger()).state).toBe('sending')
    })

    await mailing.step('the rest is cancelled, and what had been sent is said', async () => {
      await press(box.getByRole('button', { name: 'Cancel the rest' }))
      const dialog = page.getByRole('dialog', { name: `Cancel the rest of ${TITLE}?` })
      await expect(dialog.getByText(/had been sent\. The other .* won’t get it\. You can’t undo this\./)).toBeVisible()
      await expectAccessible(page)
      await press(dialog.getByRole('button', { name: /^Don’t send to [\d,]+ people$/ }))
      await expect(
        page.getByText(new RegExp(`^Cancelled ${TITLE}\\. \\d+ of ${all.toLocaleString('en')} had been sent\\.$`)),
      ).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(box).toBeFocused()
      await expect.poll(async () => (await ledger()).cancelled).toBeGreaterThan(0)
      await expect
        .poll(async () => {
          const { handing, queued } = await ledger()
          return handing + queued
        })
        .toBe(0)
      const { state, total, sent, refused, skipped, cancelled } = await ledger()
      expect(state).toBe('cancelled')
      expect(sent + refused + skipped + cancelled).toBe(total)
      expect(await mail.countOf(subject)).toBe(sent)
      await expect(box.getByRole('button', { name: 'Cancel the rest' })).toHaveCount(0)
    })
  },
)

mailing('a mail in doubt is sent again once a person says so, to its reader alone', async ({ page, mail }) => {
  const call = callerOf(page)
  await signIn(page, ADMIN)
  const { data: waiting } = await call('GET', '/marketing/blog_sends?needs=person')
  const { id, subject, post_title: title, counts } = waiting[0]
  const { data: doubtful } = await call('GET', `/marketing/blog_sends/${id}/recipients?state=in_doubt`)
  // Whoever has left since is skipped.
  const statuses = doubtful.map(async ({ address }: { address: string }) => {
    const { data } = await call('GET', `/marketing/newsletter-list?searchText=${encodeURIComponent(address)}`)
    return data[0].status === 'subscribed' ? [address] : []
  })
  const [address] = (await Promise.all(statuses)).flat()
  await page.goto('/marketing/news_letter_listing?tab=mailings')
  await press(page.getByRole('link', { name: 'Decide what to do' }))
  await expect(heading(page, title)).toBeVisible()

  await press(page.getByRole('button', { name: `Send again…: ${address}` }))
  const dialog = page.getByRole('dialog', { name: `Send again to ${address}?` })
  await expect(dialog.getByText('If the first mail arrived, they get it twice.')).toBeVisible()
  await expectAccessible(page)
  await press(dialog.getByRole('button', { name: 'Send again' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: title })).toBeFocused()

  await expect.poll(async () => (await mail.mailsTo(address)).map((came) => came.subject)).toEqual([subject])
  await expect
    .poll(() => ledgerOf(page, id))
    .toMatchObject({ state: 'done', in_doubt: counts.in_doubt - 1, sent: counts.sent + 1 })
  expect(await mail.countOf(subject)).toBe(1)
  await expect(page.getByText(address)).toHaveCount(0)
})
