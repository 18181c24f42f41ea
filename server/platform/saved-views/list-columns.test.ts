import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isColumn } from '#contract/platform/list-columns.ts'
import { LIST_SCREENS } from '#contract/platform/saved-views.ts'

/** Parts of Configuration have a key and a title, too, and are no columns. */
const NO_LIST = /ConfigurationPage\.tsx$/
/** A column names its title, and a view its label. */
const COLUMN = /key: '([\w-]+)',\s*title:/g

test('every column of a list is known to the contract, by which saved views are checked', () => {
  const files = globSync('web/**/*.tsx').filter((file) => !NO_LIST.test(file))
  const columns = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(COLUMN)].map(([, key = '']) => `${file} ${key}`),
  )
  expect(columns.length).toBeGreaterThan(100)
  const unknown = columns.filter((column) => {
    const key = column.slice(column.indexOf(' ') + 1)
    return !LIST_SCREENS.some((screen) => isColumn(screen, key))
  })
  expect(unknown).toEqual([])
})
