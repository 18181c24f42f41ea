import { expect, test } from 'vitest'
import { valueWords } from '#web/platform/changes/change-words.ts'
import { CONTENT_CHANGES } from './content-changes.ts'

const shown = (entity: string, field: string, value: unknown) => valueWords(CONTENT_CHANGES, entity, field, value)

test('a change of a post reads as the blog list and its versions say it', () => {
  expect(shown('blog_posts', 'work', 'in_review')).toBe('In review')
  expect(shown('blog_posts', 'work', 'clean')).toBe('Nothing to publish')
  expect(shown('blog_posts', 'draft_version', 41)).toBe('Version 41')
  expect(shown('blog_posts', 'live_version', null)).toBe('None')
  expect(shown('blog_posts', 'publish_zone', 'America/New_York')).toBe('America/New York')
})

test('a link of an author reads in one line each, and a state as it is chosen', () => {
  expect(shown('blog_authors', 'links', [{ label: 'LinkedIn', url: 'https://www.linkedin.com/in/a' }])).toBe(
    'LinkedIn: https://www.linkedin.com/in/a',
  )
  expect(shown('sites', 'status', 'paused')).toBe('Paused')
})
