import type { ReactNode } from 'react'
import type { CompetitorPostRow } from '#contract/insight/competitor-posts.ts'
import type { Card, Column } from '#web/kit/list/list.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { CompetitorName, FEED_WORDS } from '#web/insight/frame/insight-words.tsx'
import { CoverageTag } from './CoverageTag.tsx'

/** When it was published: lately, and on which day; where the site gives no day, when it was seen. */
const Published = ({ post }: { post: CompetitorPostRow }) => {
  const { published_at, seen_at, read } = post
  const { date, relative } = formats()
  const at = published_at ?? seen_at
  const isOld = relative(at) === date(at)
  return (
    <span className="post-published">
      {!read && <span className="unread-dot" role="img" aria-label="Unread" />}
      <span className="two-lines">
        <When at={at} />
        {published_at === null ? (
          <span className="second">seen, no date</span>
        ) : (
          !isOld && <span className="second">{date(at)}</span>
        )}
      </span>
    </span>
  )
}

const PostTitle = ({ post: { title, summary, read, saved, revisions } }: { post: CompetitorPostRow }) => (
  <span className="post-cell">
    <span className={read ? 'post-title' : 'post-title post-unread'}>
      {title}
      {saved && <span className="post-flag">Saved</span>}
      {revisions > 0 && <span className="post-flag">Changed</span>}
    </span>
    {summary !== '' && <span className="post-summary second">{summary}</span>}
  </span>
)

export const TopicTags = ({ topics }: Pick<CompetitorPostRow, 'topics'>) =>
  topics.length === 0 ? (
    <EmptyValue />
  ) : (
    <span className="topic-tags">
      {topics.slice(0, 3).map(({ id, name }) => (
        <span key={id} className="topic-tag">
          {name}
        </span>
      ))}
      {topics.length > 3 && <span className="topic-more">+{topics.length - 3}</span>}
    </span>
  )

export const postColumns = (onCopies: (post: CompetitorPostRow) => void): Column<CompetitorPostRow>[] => [
  {
    key: 'published',
    title: 'Published',
    width: 124,
    priority: 0,
    sort: 'published',
    firstOrder: 'desc',
    render: (post) => <Published post={post} />,
  },
  {
    key: 'competitor',
    title: 'Competitor',
    width: 148,
    priority: 1,
    sort: 'competitor',
    render: ({ competitor }) => <CompetitorName competitor={competitor} />,
  },
  { key: 'post', title: 'Post', width: 380, priority: 0, render: (post) => <PostTitle post={post} /> },
  { key: 'topics', title: 'Topics', width: 160, priority: 4, render: (post) => <TopicTags {...post} /> },
  { key: 'coverage', title: 'Our coverage', width: 188, priority: 3, render: (post) => <CoverageTag post={post} /> },
  {
    key: 'also_in',
    title: 'Also in',
    width: 92,
    priority: 5,
    align: 'right',
    render: (post) => <Copies post={post} onOpen={() => onCopies(post)} />,
  },
  {
    key: 'words',
    title: 'Words',
    width: 84,
    priority: 6,
    optional: true,
    align: 'right',
    sort: 'words',
    firstOrder: 'desc',
    render: ({ words }) => formats().number(words),
  },
  {
    key: 'author',
    title: 'Author',
    width: 130,
    priority: 6,
    optional: true,
    render: ({ author }) => author ?? <EmptyValue />,
  },
  {
    key: 'feed',
    title: 'Feed',
    width: 96,
    priority: 6,
    optional: true,
    render: ({ feed_state }) => feedWords(feed_state),
  },
]

const feedWords = (state: string | null): ReactNode => {
  const known = Object.entries(FEED_WORDS).find(([name]) => name === state)
  return known ? known[1].label : <EmptyValue />
}

const Copies = ({ post, onOpen }: { post: CompetitorPostRow; onOpen: () => void }) =>
  post.also_in.length === 0 ? (
    <EmptyValue />
  ) : (
    <button type="button" className="copies-button" onClick={onOpen}>
      {counted(post.also_in.length, 'site')}
      <span className="sr-only"> have {post.title}, too</span>
    </button>
  )

export const postCard = (post: CompetitorPostRow): Card => {
  const { title, read, competitor, summary, published_at, seen_at } = post
  return {
    title: (
      <span className={read ? 'post-card-title' : 'post-card-title post-unread'}>
        {!read && <span className="unread-dot" role="img" aria-label="Unread" />}
        {title}
      </span>
    ),
    lines: [
      <span key="who" className="card-line">
        {competitor.name} · <When at={published_at ?? seen_at} />
      </span>,
      <span key="summary" className="card-line post-summary">
        {summary}
      </span>,
    ],
    foot: <CoverageTag post={post} short />,
  }
}
