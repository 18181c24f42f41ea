import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  personAt,
  pick,
  rows,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf } from '../leads-of.ts'

const SCREEN = '/marketing/blog_listing'
/** As the list answers it. */
interface Stored {
  title: string
  changes: string | null
  authors: { name: string }[]
  categories: { name: string }[]
}
const TITLE = 'Sizing a peristaltic pump in four steps'

test('a post is found, published, scheduled, compared and restored by keyboard alone, and each is undone', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(SCREEN)
  await expect(heading(page, 'Blog List')).toBeVisible()
  await keepUndo(page)
  const call = callerOf(page)
  const stored = async () => {
    const { data } = await call('GET', `/marketing/blogpost_list?search=${encodeURIComponent('peristaltic pump in')}`)
    return data[0]
  }
  await expect(rows(page).first()).toContainText(TITLE)
  await expectAccessibleInThemes(page)

  await test.step('a view and the search narrow the list, and Enter opens the editor', async () => {
    await page.getByRole('link', { name: /^Published with changes/ }).press('Enter')
    await expect(rows(page)).toHaveCount(4)
    await page.keyboard.press('/')
    await page.keyboard.type('peristaltic pump in')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(TITLE)
  })

  const { id } = await stored()
  const drawer = page.getByRole('dialog', { name: 'Publish changes' })
  await test.step('what will change is shown before it is published', async () => {
    await page.keyboard.press('Control+Shift+Enter')
    await expect(drawer.getByText('Version 3 replaces version 2')).toBeVisible()
    await expect(drawer.getByText('/sizing-a-peristaltic-pump', { exact: true })).toBeVisible()
    await expect(drawer.getByText('Everything is fine')).toBeVisible()
    await expectAccessible(page, '.publish')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(`Published ${TITLE}`)).toBeVisible()
    expect(await stored()).toMatchObject({ status: 'published', changes: null })
    await page.getByRole('button', { name: /^Undo/ }).first().press('Enter')
    await expect(page.getByText(`Undid “Published ${TITLE}”`)).toBeVisible()
    expect(await stored()).toMatchObject({ status: 'published', changes: 'draft' })
  })

  await test.step('a time is chosen in a zone that is named', async () => {
    await page.goto(`${SCREEN}?post=${id}`)
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(TITLE)
    await page.keyboard.press('Control+Shift+Enter')
    await drawer.getByRole('radio', { name: 'Now' }).press('ArrowRight')
    await expect(drawer.getByRole('button', { name: /^Schedule for .+ IST/ })).toBeVisible()
    await expectAccessible(page, '.publish')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(`Scheduled ${TITLE} for`)).toBeVisible()
    expect(await stored()).toMatchObject({ changes: 'scheduled' })
    await page.getByRole('button', { name: /^Undo/ }).first().press('Enter')
    await expect(page.getByText(`Undid “Scheduled ${TITLE}`)).toBeVisible()
    expect(await stored()).toMatchObject({ changes: 'draft', publish_at: null })
  })

  await test.step('two versions stand side by side, and the older one is restored as a draft', async () => {
    await page.goto(`${SCREEN}?compare=${id}`)
    await expect(heading(page, TITLE)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: /^Version 2, published/ })).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByRole('group', { name: /^Change 1 of/ })).toBeFocused()
    await expectAccessibleInThemes(page)
    await page.getByRole('button', { name: /^Version 1/ }).press('Shift+Enter')
    await expect(page).toHaveURL(/from=1&to=3/)
    await page.getByRole('checkbox', { name: 'Published only' }).press('Space')
    // Readers have seen the third for a moment.
    await expect(page.getByRole('navigation', { name: 'Versions' }).getByRole('button')).toHaveText([
      /^Version 3.*Draft/,
      /^Version 2.*Live now/,
    ])
    await page.getByRole('button', { name: 'Restore 1 as draft' }).press('Enter')
    await expect(page.getByText('Restored version 1 as a draft')).toBeVisible()
    expect((await stored()) ?? {}).not.toMatchObject({ title: TITLE })
    await page.getByRole('button', { name: /^Undo/ }).first().press('Enter')
    await expect(page.getByText('Undid “Restored version 1 as a draft”')).toBeVisible()
    expect(await stored()).toMatchObject({ title: TITLE })
  })

  await test.step('a post that is deleted comes back', async () => {
    await page.goto(`${SCREEN}?search=${encodeURIComponent('pressure gauge')}`)
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('j')
    await page.keyboard.press('Delete')
    await expect(page.getByText(/^Deleted Reading a pressure gauge/)).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByText(/^Undid “Deleted Reading a pressure gauge/)).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
  })
})

test('what keeps a post from being published has the focus, and leads to its place', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(`${SCREEN}?view=to_fix&findings=blocking`)
  await page.keyboard.press('j')
  await expect(rows(page).first()).toContainText('HEPA')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible()
  await page.keyboard.press('Control+Shift+Enter')
  const drawer = page.getByRole('dialog')

  await expect(drawer.getByRole('button', { name: 'Go there' }).first()).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(drawer.getByRole('button', { name: 'Go there' }).first()).toBeFocused()
  await expectAccessible(page, '.publish')
  await page.keyboard.press('Enter')
  await expect(drawer).toBeHidden()
})

test('posts are selected, changed, published, deleted and undone by keyboard alone @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const call = callerOf(page)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const panel = page.getByRole('dialog', { name: 'Jobs' })
  const stored = async (): Promise<Stored[]> =>
    (await call('GET', '/marketing/blogpost_list?category=' + valves + '&sort=title&order=asc')).data
  const { data: options } = await call('GET', '/marketing/select-options?search=Valves')
  const valves = Number(options.categories[0].value)
  const titles = (await stored()).map(({ title }) => title)
  expect(titles.length).toBeGreaterThan(2)

  const begin = async (name: string, title: RegExp) => {
    await page.getByRole('checkbox').first().focus()
    await press('Space')
    await expect(page.getByText(`${titles.length} selected`)).toBeVisible()
    const act = page.getByRole('toolbar').getByRole('button', { name, exact: true })
    await act.focus()
    await press('Enter')
    return page.getByRole('dialog', { name: title })
  }
  /** What a field offers for the words, chosen by Enter. */
  const choose = async (field: Locator, words: string) => {
    await field.focus()
    await page.keyboard.type(words)
    await expect(page.locator('.ant-select-item-option-active').filter({ hasText: words })).toBeVisible()
    await press('Enter')
  }
  const run = async (dialog: Locator, outcome: string | RegExp) => {
    const button = dialog.getByRole('button', { name: /posts$/ })
    await expect(button).toBeEnabled()
    await button.focus()
    await press('Enter')
    await expect(panel.getByText(outcome).first()).toBeVisible()
    await press('Escape')
  }
  const undo = async () => {
    const { data } = await call('GET', '/marketing/recent_changes?limit=1')
    await call('POST', '/marketing/undo_changes', { changeSet: data[0].change_set })
  }

  await page.goto(`${SCREEN}?category=${valves}`)
  await expect(rows(page)).toHaveCount(titles.length)

  await test.step('a dry run says what is skipped, then the rest is published', async () => {
    const dialog = await begin('Publish', /^Publish \d+ posts$/)
    await expect(dialog.getByText('1 is published already.')).toBeVisible()
    await expectAccessible(page)
    await run(dialog, /\d+ published, \d+ skipped/)
    await expect.poll(async () => (await stored()).every(({ changes }) => changes === null)).toBe(true)
    await undo()
    await expect.poll(async () => (await stored()).some(({ changes }) => changes === 'in_review')).toBe(true)
  })

  await test.step('a category is added', async () => {
    const dialog = await begin('Category', /^Change the category of \d+ posts$/)
    await choose(dialog.getByRole('combobox', { name: 'Category' }), 'Materials')
    await expect(dialog.getByText('No post will be skipped.')).toBeVisible()
    await run(dialog, `${titles.length} changed`)
    const filed = async () =>
      (await stored()).filter(({ categories }) => categories.some(({ name }) => name === 'Materials')).length
    await expect.poll(filed).toBe(titles.length)
    await undo()
    await expect.poll(filed).toBe(0)
  })

  await test.step('one author takes the place of all', async () => {
    const dialog = await begin('Author', /^Set the author of \d+ posts$/)
    await choose(dialog.getByRole('combobox', { name: 'Author' }), 'Noor Haddad')
    await expect(dialog.getByText('No post will be skipped.')).toBeVisible()
    await run(dialog, `${titles.length} changed`)
    const names = async () => new Set((await stored()).flatMap(({ authors }) => authors.map(({ name }) => name)))
    await expect.poll(names).toEqual(new Set(['Noor Haddad']))
    await undo()
    await expect.poll(names).not.toContain('Noor Haddad')
  })

  await test.step('all are deleted, and come back', async () => {
    const dialog = await begin('Delete', /^Delete \d+ posts$/)
    await expect(dialog.getByText('No post will be skipped.')).toBeVisible()
    await run(dialog, `${titles.length} deleted`)
    await expect(rows(page)).toHaveCount(0)
    expect(await stored()).toEqual([])
    await undo()
    await expect.poll(async () => (await stored()).map(({ title }) => title)).toEqual(titles)
  })
})

test('a review is asked for, returned with a note, asked for again and approved', async ({ page, browser }) => {
  const search = 'Butterfly or ball'
  await signIn(page, 'manager@halden.example')
  const call = callerOf(page)
  const { id } = (await call('GET', `/marketing/blogpost_list?search=${encodeURIComponent(search)}`)).data[0]
  const stored = async () => (await call('GET', `/marketing/blogpost/${id}`)).data
  const open = async (there: Page) => {
    await there.goto(`${SCREEN}?post=${id}`)
    await expect(there.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(new RegExp(search))
    await there.keyboard.press('Control+Shift+Enter')
    return there.getByRole('dialog', { name: 'Publish' })
  }
  const ask = async (note: string) => {
    const drawer = await open(page)
    await drawer.getByRole('radio', { name: 'Now' }).press('ArrowRight')
    await drawer.getByRole('radio', { name: 'Schedule', checked: true }).press('ArrowRight')
    await drawer.getByRole('textbox', { name: /^Note for the reviewer/ }).fill(note)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Requested a review of Butterfly')).toBeVisible()
    expect(await stored()).toMatchObject({ status: 'in_review', review: { note } })
  }
  await ask('Is DN100 right?')

  const reviewer = await personAt(browser, 'admin@halden.example')
  await test.step('whoever reviews it sees the question in the list and in the drawer, and says what should change', async () => {
    await reviewer.goto(`${SCREEN}?search=${encodeURIComponent(search)}`)
    await expect(rows(reviewer).first()).toContainText('Requested by Arjun')
    const drawer = await open(reviewer)
    const review = drawer.getByRole('group', { name: 'Review' })
    await expect(review.getByText('Is DN100 right?')).toBeVisible()
    await review.getByRole('button', { name: 'Return with a note' }).press('Enter')
    await expect(review.getByRole('textbox')).toBeFocused()
    await review.getByRole('button', { name: 'Return it' }).press('Enter')
    await expect(review.getByRole('alert')).toHaveText('Say what should change')
    await expectAccessible(reviewer, '.publish')
    await review.getByRole('textbox').fill('Say why')
    await review.getByRole('button', { name: 'Return it' }).press('Enter')
    await expect(reviewer.getByText('Returned Butterfly')).toBeVisible()
    expect(await stored()).toMatchObject({ status: 'draft', review: { note: 'Say why', approved: false } })
  })

  await test.step('who asked reads it, asks again, and it is approved', async () => {
    const drawer = await open(page)
    await expect(drawer.getByText(/^Meera Krishnan returned it/)).toBeVisible()
    await expect(drawer.getByText('Say why')).toBeVisible()
    await page.keyboard.press('Escape')
    await ask('Now it says why')
    const theirs = await open(reviewer)
    await theirs.getByRole('button', { name: 'Approve' }).press('Enter')
    await expect(theirs.getByText(/^Meera Krishnan approved this version/)).toBeVisible()
    expect(await stored()).toMatchObject({ status: 'draft', review: { approved: true } })
  })
})

test('categories open from the list, and the focus goes back @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(SCREEN)
  const button = page.getByRole('button', { name: 'Categories', exact: true })
  await button.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Categories' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
})

test('on a phone two versions are chosen from lists @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const { data } = await callerOf(page)('GET', `/marketing/blogpost_list?search=${encodeURIComponent(TITLE)}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${SCREEN}?compare=${data[0].id}`)
  const older = page.getByRole('combobox', { name: 'Older' })
  await expect(older).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Newer' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Versions' })).toBeHidden()
  await expect(page.getByText(/^\d+ changes$/)).toBeVisible()
  await expectAccessible(page)

  await older.press('ArrowDown')
  await pick(page, '1, saved')
  await expect(page).toHaveURL(/from=1&to=3/)
  // It leaves the page wide, so it comes last.
  await expectNoSidewaysScroll(page)
})

test('on a phone posts are cards', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(SCREEN)
  await expect(page.getByRole('button', { name: TITLE })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
