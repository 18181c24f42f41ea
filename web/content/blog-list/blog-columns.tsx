import type { PostRow } from '#contract/content/post.ts'
import { MAILING_WORDS } from '#web/content/mailings/mailing-words.ts'
import { Cover } from '#web/content/post-words/Cover.tsx'
import { firstNameOf } from '#web/content/post-words/first-name.ts'
import { myZone } from '#web/content/post-words/moments.ts'
import { PostStanding } from '#web/content/post-words/PostStanding.tsx'
import type { Card, Column } from '#web/kit/list/list.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import './blog-list.css'

/** One author by the whole name, two by their first ones; the rest is counted. */
const Authors = ({ authors }: Pick<PostRow, 'authors'>) => {
  const [first, second] = authors
  if (!first) return <EmptyValue />
  const shown = authors.slice(0, 2)
  const more = authors.length - shown.length
  return (
    <span className="person" title={authors.map(({ name }) => name).join(', ')}>
      <span className="blog-avatars">
        {shown.map(({ id, name }) => (
          <PersonAvatar key={id} name={name} />
        ))}
      </span>
      <span className="cut">
        {second ? `${firstNameOf(first.name)}, ${firstNameOf(second.name)}${more > 0 ? ` +${more}` : ''}` : first.name}
      </span>
    </span>
  )
}

/** When readers got it, or will get it. */
const Published = ({ status, published_at, publish_at }: PostRow) => {
  const at = status === 'scheduled' ? publish_at : status === 'draft' || status === 'in_review' ? null : published_at
  if (!at) return <EmptyValue />
  const { date, dateTimeZone } = formats()
  return (
    <time dateTime={at} title={dateTimeZone(at)}>
      <TwoLines first={date(at)} second={TIME.format(at)} />
    </time>
  )
}

/** Whether its update is on its way, or when it was sent last, and how often. */
const UpdateMail = ({ count, last_at, state }: PostRow['updates_sent']) => {
  if (state !== null && state !== 'done' && state !== 'cancelled')
    return <StatusTag tone={MAILING_WORDS[state].tone}>{MAILING_WORDS[state].label}</StatusTag>
  if (count === 0) return <EmptyValue />
  return <TwoLines first={<When at={last_at} />} second={count > 1 ? `${count} mailings` : undefined} />
}

const TIME = {
  format: (at: string) =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: myZone() }).format(new Date(at)),
}

export const BLOG_COLUMNS: readonly Column<PostRow>[] = [
  {
    key: 'post',
    title: 'Post',
    width: 336,
    priority: 0,
    sort: 'title',
    render: ({ image, title, slug }) => (
      <span className="blog-post">
        <Cover image={image} width={56} height={32} />
        <TwoLines strong first={title} second={`/${slug}`} />
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: 176,
    priority: 1,
    sort: 'status',
    render: (post) => <PostStanding post={post} />,
  },
  { key: 'authors', title: 'Authors', width: 176, priority: 2, render: (post) => <Authors {...post} /> },
  {
    key: 'categories',
    title: 'Categories',
    width: 128,
    priority: 5,
    render: ({ categories }) =>
      categories.length > 0 ? (
        <div className="cut">{categories.map(({ name }) => name).join(', ')}</div>
      ) : (
        <EmptyValue />
      ),
  },
  {
    key: 'faqs',
    title: 'FAQs',
    width: 64,
    priority: 4,
    align: 'right',
    render: ({ faq_count }) => (faq_count > 0 ? formats().number(faq_count) : <EmptyValue />),
  },
  {
    key: 'published',
    title: 'Published',
    width: 124,
    priority: 1,
    sort: 'published_at',
    firstOrder: 'desc',
    render: (post) => <Published {...post} />,
  },
  {
    key: 'update_mail',
    title: 'Update mail',
    width: 112,
    priority: 3,
    render: ({ updates_sent }) => <UpdateMail {...updates_sent} />,
  },
  {
    key: 'changed',
    title: 'Changed',
    width: 124,
    priority: 1,
    align: 'right',
    sort: 'updated_at',
    firstOrder: 'desc',
    render: ({ updated_by, updated_at }) => (
      <TwoLines first={updated_by && firstNameOf(updated_by.name)} second={<When at={updated_at} />} />
    ),
  },
  {
    key: 'words',
    title: 'Words',
    width: 80,
    priority: 6,
    optional: true,
    align: 'right',
    sort: 'words',
    firstOrder: 'desc',
    render: ({ words }) => formats().number(words),
  },
  {
    key: 'created',
    title: 'Created',
    width: 124,
    priority: 6,
    optional: true,
    sort: 'created_at',
    firstOrder: 'desc',
    render: ({ created_at }) => <When at={created_at} />,
  },
]

export const blogCard = (post: PostRow): Card => ({
  picture: <Cover image={post.image} width={72} height={54} />,
  title: <span className="blog-card-title">{post.title}</span>,
  lines: [<PostStanding key="standing" post={post} />, post.authors.map(({ name }) => name).join(', ')],
  end: <When at={post.updated_at} />,
})
