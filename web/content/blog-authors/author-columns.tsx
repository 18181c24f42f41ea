import type { AuthorRow } from '#contract/content/blog-authors.ts'
import type { Card, Column } from '#web/kit/list/list.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { roundOf } from './author-form.ts'
import { AUTHOR_WORDS } from './author-words.ts'
import { AuthorPhoto } from './AuthorPhoto.tsx'

const Photo = ({ name, photo }: AuthorRow) => <AuthorPhoto name={name} photo={photo && roundOf(photo)} size={32} />
const Status = ({ status }: AuthorRow) => (
  <StatusTag tone={AUTHOR_WORDS[status].tone}>{AUTHOR_WORDS[status].label}</StatusTag>
)

export const AUTHOR_COLUMNS: readonly Column<AuthorRow>[] = [
  {
    key: 'name',
    title: 'Author',
    width: 280,
    priority: 0,
    sort: 'name',
    card: 'title',
    render: (row) => (
      <span className="person">
        <Photo {...row} />
        <TwoLines first={row.name} second={row.email} strong />
      </span>
    ),
  },
  { key: 'slug', title: 'Address', width: 200, priority: 4, render: ({ slug }) => slug },
  {
    key: 'posts',
    title: 'Posts',
    width: 110,
    priority: 1,
    align: 'right',
    sort: 'posts',
    firstOrder: 'desc',
    render: ({ posts, live_posts }) => (
      <TwoLines
        first={formats().number(posts)}
        second={live_posts > 0 && `${formats().number(live_posts)} published`}
      />
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: 120,
    priority: 2,
    sort: 'status',
    card: 'corner',
    render: (row) => <Status {...row} />,
  },
  {
    key: 'created',
    title: 'Created',
    width: 120,
    priority: 3,
    align: 'right',
    sort: 'created_at',
    firstOrder: 'desc',
    render: ({ created_at }) => <When at={created_at} />,
  },
  { key: 'email', title: 'Email', width: 200, priority: 6, optional: true, render: ({ email }) => orEmpty(email) },
]

export const authorCard = (row: AuthorRow): Card => ({
  picture: <Photo {...row} />,
  title: row.name,
  corner: <Status {...row} />,
  lines: [[row.email, counted(row.posts, 'post', 'posts')].filter(Boolean).join(' · ')],
  end: <When at={row.created_at} />,
})
