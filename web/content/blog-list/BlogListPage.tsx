import { PlusOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { mailings } from '#contract/content/mailings.ts'
import { POST_SORTS, type PostRow } from '#contract/content/post.ts'
import { CategoriesButton } from '#web/content/blog-categories/CategoriesButton.tsx'
import { COMPARE, NEWER, OLDER } from '#web/content/comparison/comparison-link.ts'
import { PicturesButton } from '#web/content/blog-images/PicturesButton.tsx'
import { mailingLink } from '#web/content/mailings/mailing-link.ts'
import { POST_READS } from '#web/content/post-words/post-reads.ts'
import { useAction, useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { late } from '#web/kit/feedback/late.tsx'
import { lateDialog, latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import type { BulkAction } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useListParams, type ListState } from '#web/kit/list/use-list-params.ts'
import { BLOG_COLUMNS, blogCard } from './blog-columns.tsx'
import { useBlogFilters } from './blog-filters.ts'
import { BLOG_VIEWS } from './blog-views.ts'
import { usePostBulk } from './use-post-bulk.tsx'
import { usePreview } from './use-preview.ts'

const PostEditor = late(() => import('#web/content/editor/PostEditor.tsx').then(({ PostEditor }) => PostEditor))
const PublishDrawer = latePanel(() =>
  import('#web/content/publish/PublishDrawer.tsx').then(({ PublishDrawer }) => PublishDrawer),
)
const SendPanel = lateDialog(() => import('#web/content/mailings/SendPanel.tsx').then(({ SendPanel }) => SendPanel))
const Comparison = late(() => import('#web/content/comparison/Comparison.tsx').then(({ Comparison }) => Comparison))

const TITLE = 'Blog List'
/** The open post, by its id; `new`: one that is not there yet. */
const POST = 'post'
const NEW = 'new'

/** The posts of the blog; one of them in the editor; two of its versions side by side. Each way back leads to the list as it was. */
export default function BlogListPage() {
  const list = useListParams({
    endpoint: blogPosts.list,
    sorts: POST_SORTS,
    defaultSort: { sort: 'updated_at', order: 'desc' },
    own: [POST, COMPARE, OLDER, NEWER],
    views: BLOG_VIEWS,
  })
  const [left, setLeft] = useState<number>()
  // The post whose update is about to be sent.
  const [sending, setSending] = useState<number>()
  const navigate = useNavigate()
  const post = list.get(POST)
  const id = idIn(post)
  const compared = idIn(list.get(COMPARE))
  const back = () => {
    setLeft(id ?? compared)
    list.change({ [POST]: undefined, [COMPARE]: undefined, [OLDER]: undefined, [NEWER]: undefined })
  }

  if (compared !== undefined)
    return (
      <Comparison
        key={compared}
        id={compared}
        older={idIn(list.get(OLDER))}
        newer={idIn(list.get(NEWER))}
        onChoose={(older, newer) => list.change({ [OLDER]: String(older), [NEWER]: String(newer) }, { typing: true })}
        onEdit={() =>
          list.change({ [COMPARE]: undefined, [OLDER]: undefined, [NEWER]: undefined, [POST]: String(compared) })
        }
      />
    )
  const panel = sending !== undefined && (
    <SendPanel
      id={sending}
      onClose={() => setSending(undefined)}
      onSent={(mailing) => void navigate(mailingLink(mailing.id))}
    />
  )
  if (id !== undefined || post === NEW)
    return (
      <>
        <PostEditor
          id={id ?? NEW}
          onMade={(made) => list.change({ [POST]: String(made) }, { typing: true })}
          onBack={back}
          renderPublish={(slot) => <PublishDrawer {...slot} {...(can(mailings.send) && { onSend: setSending })} />}
          onVersions={(versions) => list.change({ [POST]: undefined, [COMPARE]: String(versions) })}
        />
        {panel}
      </>
    )
  return (
    <>
      <Posts list={list} left={left} onSend={setSending} />
      {panel}
    </>
  )
}

interface PostsProps {
  list: ListState<typeof blogPosts.list>
  /** The post that was open before, which the focus goes back to. */
  left: number | undefined
  onSend: (id: number) => void
}

const Posts = ({ list, left, onSend }: PostsProps) => {
  const page = useList(blogPosts.list, list.query, { enabled: can(blogPosts.list) && list.ready }).data
  const filters = useBlogFilters(page?.data ?? [])
  const bulk = usePostBulk()
  const preview = usePreview()
  const remove = useAction(blogPosts.remove, {
    done: (_, { body: { id } }) => `Deleted ${page?.data.find((row) => row.id === id)?.title ?? 'the post'}`,
    refreshes: POST_READS,
  })
  const open = (post: string) => list.change({ [POST]: post })
  // Those of the list before are there at once.
  const isThere = page !== undefined
  useEffect(() => {
    if (left !== undefined && isThere) focusRow(left)
  }, [left, isThere])

  const add = can(blogPosts.add) && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={() => open(NEW)}>
      <span className="action-words">
        New post <Kbd>N</Kbd>
      </span>
    </Button>
  )
  return (
    <ListPage
      title={TITLE}
      list={list}
      noun={['post', 'posts']}
      columns={BLOG_COLUMNS}
      search="Search posts"
      filters={filters}
      actions={
        <>
          <PicturesButton />
          <CategoriesButton />
          {add}
        </>
      }
      bulk={can(mailings.send) ? [sendAct(onSend), ...bulk.actions] : bulk.actions}
      onOpen={({ id }) => open(String(id))}
      card={blogCard}
      empty={{ title: 'No posts yet', text: 'Posts appear here. Write the first one.', action: add }}
      keys={(current) => [
        ...(can(blogPosts.add) ? [{ keys: 'n', label: 'New post', run: () => open(NEW) }] : []),
        ...(preview ? [{ keys: 'p', label: 'Preview', run: () => current && void preview(current.id) }] : []),
        ...(can(blogPosts.remove)
          ? [
              {
                keys: 'delete',
                label: 'Delete post',
                run: () => current && void remove({ body: { id: current.id, version: current.version } }),
              },
            ]
          : []),
      ]}
    >
      {bulk.dialog}
    </ListPage>
  )
}

const sendAct = (onSend: (id: number) => void): BulkAction<PostRow> => ({
  label: 'Send update',
  icon: <SendOutlined aria-hidden />,
  keys: 'u',
  only: 1,
  run: ({ rows: [post] }) => post && onSend(post.id),
})
