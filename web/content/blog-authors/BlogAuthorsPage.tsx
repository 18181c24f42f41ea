import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { AUTHOR_SORTS, AUTHOR_STATUSES, blogAuthors } from '#contract/content/blog-authors.ts'
import { can } from '#web/kit/data/session.ts'
import { latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import type { Filter, View } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { AUTHOR_COLUMNS, authorCard } from './author-columns.tsx'
import { AUTHOR_WORDS, NOUN } from './author-words.ts'

const AuthorDrawer = latePanel(() => import('./AuthorDrawer.tsx').then(({ AuthorDrawer }) => AuthorDrawer))

const VIEWS: readonly View[] = [
  { key: 'all', label: 'All', params: {} },
  { key: 'active', label: 'Active', params: { status: ['active'] } },
  {
    key: 'without-posts',
    label: 'Without posts',
    params: { posts: 'none' },
    empty: { title: 'None', text: 'Every author has a post.' },
  },
]
const FILTERS: readonly Filter[] = [
  {
    kind: 'many',
    name: 'status',
    label: 'Status',
    options: AUTHOR_STATUSES.map((value) => ({ value, label: AUTHOR_WORDS[value].label })),
  },
  { kind: 'one', name: 'posts', label: 'Posts', options: [{ value: 'none', label: 'Without posts' }] },
  { kind: 'days', label: 'Created' },
]
const NEW = 'new'

/** Who posts of the blog are by. */
export default function BlogAuthorsPage() {
  const list = useListParams({
    endpoint: blogAuthors.list,
    sorts: AUTHOR_SORTS,
    defaultSort: { sort: 'created_at', order: 'desc' },
    own: ['author'],
    views: VIEWS,
  })
  const open = list.get('author')
  const openId = idIn(open)
  const mayAdd = can(blogAuthors.add)
  const show = (author: string | undefined) => list.change({ author })
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={() => show(NEW)}>
      <span className="action-words">New author</span>
    </Button>
  )
  return (
    <ListPage
      title="Blog Author List"
      list={list}
      noun={NOUN}
      columns={AUTHOR_COLUMNS}
      search="Search name or email"
      filters={FILTERS}
      actions={add}
      onOpen={({ id }) => show(String(id))}
      openId={openId}
      card={authorCard}
      keys={() => (mayAdd ? [{ keys: 'n', label: 'New author', run: () => show(NEW) }] : [])}
      empty={{
        title: 'No authors yet',
        text: 'Add the people who write your posts.',
        action: add,
      }}
    >
      {can(blogAuthors.details) && (openId !== undefined || (open === NEW && mayAdd)) && (
        <AuthorDrawer
          key={open}
          id={openId}
          onClose={() => {
            show(undefined)
            if (openId !== undefined) focusRow(openId)
          }}
        />
      )}
    </ListPage>
  )
}
