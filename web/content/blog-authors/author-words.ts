import type { AuthorRow } from '#contract/content/blog-authors.ts'
import type { Noun } from '#web/kit/list/list.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'

export const NOUN: Noun = ['author', 'authors']

export const AUTHOR_WORDS: Readonly<Record<AuthorRow['status'], { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'success' },
  inactive: { label: 'Inactive', tone: 'neutral' },
}
