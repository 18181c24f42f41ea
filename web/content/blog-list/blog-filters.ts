import { blogAuthors } from '#contract/content/blog-authors.ts'
import type { PostRow } from '#contract/content/post.ts'
import { POST_STATUSES } from '#contract/content/post.ts'
import { POST_WORDS } from '#web/content/post-words/PostTag.tsx'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { useSought } from '#web/kit/form/use-sought.ts'
import type { Filter, Option } from '#web/kit/list/list.ts'

interface Named {
  id: number
  name: string
}

/** Those that the words find, and those on screen. */
const optionsWith = (found: readonly { value: number; label: string }[], shown: readonly Named[]): Option[] => {
  const all = [...found, ...shown.map(({ id, name }) => ({ value: id, label: name }))]
  return [...new Map(all.map(({ value, label }) => [value, { value: String(value), label }])).values()]
}

/** What the words find among the authors and categories that posts can be given. */
export const useSelectOptions = () => {
  const { words: search, onSearch, searching } = useSought()
  const answer = useOne(
    blogAuthors.selectOptions,
    { query: search ? { search } : {} },
    { keepPrevious: true, enabled: can(blogAuthors.selectOptions) },
  )
  return { options: answer.data?.data, onSearch, searching: searching(answer) }
}

export const useBlogFilters = (rows: readonly PostRow[]): readonly Filter[] => {
  const authors = useSelectOptions()
  const categories = useSelectOptions()
  return [
    {
      kind: 'many',
      name: 'status',
      label: 'Status',
      options: POST_STATUSES.map((value) => ({ value, label: POST_WORDS[value].label })),
    },
    {
      kind: 'many',
      name: 'changes',
      label: 'Changes',
      options: [
        { value: 'draft', label: 'Not published' },
        { value: 'in_review', label: 'In review' },
        { value: 'scheduled', label: 'Scheduled' },
      ],
    },
    {
      kind: 'many',
      name: 'author',
      label: 'Author',
      options: optionsWith(
        authors.options?.authors ?? [],
        rows.flatMap((row) => row.authors),
      ),
      onSearch: authors.onSearch,
    },
    {
      kind: 'many',
      name: 'category',
      label: 'Category',
      options: optionsWith(
        categories.options?.categories ?? [],
        rows.flatMap((row) => row.categories),
      ),
      onSearch: categories.onSearch,
    },
    { kind: 'days', label: 'Changed' },
  ]
}
