import { CheckOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { competitorPosts, POST_SORTS, type CompetitorPostRow } from '#contract/insight/competitor-posts.ts'
import { competitors } from '#contract/insight/competitors.ts'
import { useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import type { BulkAction } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { InsightTabs, insightLink, TITLE } from '#web/insight/frame/InsightTabs.tsx'
import { openOriginal } from '#web/insight/frame/insight-words.tsx'
import { postCard, postColumns } from './post-columns.tsx'
import { usePostFilters } from './post-filters.ts'
import { usePostActs, type PostActs } from './use-post-acts.ts'

const PostDrawer = latePanel(() => import('./PostDrawer.tsx').then(({ PostDrawer }) => PostDrawer))

/** The post that is open, and the part of it that was asked for. */
const POST = 'post'
const PART = 'part'

/** What competitors publish, the newest first: read, save, open, compare with ours. */
export const PostsTab = () => {
  const list = useListParams({
    endpoint: competitorPosts.list,
    sorts: POST_SORTS,
    defaultSort: { sort: 'published', order: 'desc' },
    own: ['id', POST, PART],
  })
  const navigate = useNavigate()
  const allowed = can(competitorPosts.list)
  const page = useList(competitorPosts.list, list.query, { enabled: allowed && list.ready }).data
  const acts = usePostActs()
  const filters = usePostFilters()
  const openId = idIn(list.get(POST))
  const open = (id: number | undefined, { page: on, part }: { page?: number; part?: string } = {}) =>
    list.change({
      [POST]: id === undefined ? undefined : String(id),
      [PART]: part,
      ...(on !== undefined && { page: String(on) }),
    })
  const shown = page?.data ?? []
  const readShown = () => acts.setRead(shown, true)
  const mayAdd = can(competitors.add)

  return (
    <ListPage
      title={TITLE}
      list={list}
      noun={['post', 'posts']}
      columns={postColumns(({ id }) => open(id, { part: 'copies' }))}
      search='Words, "phrase", -not'
      filters={filters}
      figures={<InsightTabs active="posts" />}
      actions={
        shown.length > 0 && (
          <Button
            icon={<CheckOutlined aria-hidden />}
            aria-keyshortcuts="Shift+R"
            disabled={shown.every(({ read }) => read)}
            onClick={readShown}
          >
            <span className="action-words">
              Mark all shown as read <Kbd>Shift</Kbd> <Kbd>R</Kbd>
            </span>
          </Button>
        )
      }
      bulk={bulkOf(acts)}
      onOpen={({ id }) => open(id)}
      openId={openId}
      card={postCard}
      keys={(current) => [
        { keys: 'o', label: 'Open the original', run: () => current && openOriginal(current.url) },
        { keys: 't', label: 'Topics', run: () => current && open(current.id, { part: 'topics' }) },
        { keys: 'shift+r', label: 'Mark all shown as read', run: readShown },
      ]}
      empty={{
        title: 'No posts yet',
        text: 'Add a competitor’s site; its feed is found for you.',
        ...(mayAdd && {
          action: (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => void navigate(insightLink('competitors', { add: 'yes' }))}
            >
              Add competitor
            </Button>
          ),
        }),
      }}
    >
      {openId !== undefined && allowed && (
        <PostDrawer
          id={openId}
          part={list.get(PART)}
          query={list.query}
          page={page}
          acts={acts}
          onOpen={open}
          onClose={() => {
            open(undefined)
            focusRow(openId)
          }}
        />
      )}
    </ListPage>
  )
}

/** On what is selected or, by its key, on the current post: each is turned over. */
const bulkOf = (acts: PostActs): BulkAction<CompetitorPostRow>[] => [
  {
    label: 'Read or unread',
    keys: 'r',
    run: ({ rows, clear }) => {
      acts.setRead(
        rows,
        rows.some(({ read }) => !read),
      )
      clear()
    },
  },
  {
    label: 'Save or remove',
    keys: 's',
    run: ({ rows, clear }) => {
      acts.setSaved(
        rows,
        rows.some(({ saved }) => !saved),
      )
      clear()
    },
  },
  ...(can(competitorPosts.join)
    ? [
        {
          label: 'Join as one text',
          run: ({ rows, clear }: { rows: readonly CompetitorPostRow[]; clear: () => void }) => {
            if (rows.length > 1)
              acts.join(
                rows.map(({ id }) => id),
                clear,
              )
          },
        },
      ]
    : []),
]
