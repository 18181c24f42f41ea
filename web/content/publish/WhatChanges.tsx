import { Skeleton } from 'antd'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Change, Post } from '#contract/content/post.ts'
import { useComparisonLink } from '#web/content/comparison/comparison-link.ts'
import { diffWords } from '#web/content/comparison/diff-blocks.ts'
import { Runs } from '#web/content/comparison/Runs.tsx'
import { useWordCounts } from '#web/content/comparison/use-comparison.ts'
import { counted, formats } from '#web/kit/look/format.ts'

interface WhatChangesProps {
  post: Post
  /** Undefined while it is looked for. */
  changes: readonly Change[] | undefined
}

/** What readers will see otherwise. */
export const WhatChanges = ({ post, changes }: WhatChangesProps) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Changes for readers</h3>
      <dl className="what-changes">
        {!post.live_version || post.status !== 'published' ? (
          <FirstTime post={post} />
        ) : changes ? (
          <Changes post={post} live={post.live_version} changes={changes} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        )}
        <Row label="Notified">Feeds, sitemap</Row>
      </dl>
    </section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const FirstTime = ({ post: { slug, words, faq_count, authors } }: { post: Post }) => (
  <>
    <Row label="Address">
      <strong>/{slug}</strong>
    </Row>
    <Row label="Text">
      {counted(words, 'word')}
      {faq_count > 0 && `, ${counted(faq_count, 'FAQ')}`}
    </Row>
    <Row label="Authors">{authors.map(({ name }) => name).join(', ')}</Row>
  </>
)

/** The fields that have a row of their own; the others are named together. */
const OWN_ROWS = new Set(['title', 'slug', 'authors', 'categories', 'document', 'faq_items'])

const Changes = ({ post, live, changes }: { post: Post; live: number; changes: readonly Change[] }) => {
  const changed = new Map(changes.map((change) => [change.field, change]))
  const others = [
    ...changes
      .filter(({ field }) => !OWN_ROWS.has(field))
      .map(({ label }) => `${label.charAt(0).toLowerCase()}${label.slice(1)}`),
    ...(changed.has('slug') ? ['redirect from the old address'] : []),
  ].join(', ')
  const slug = changed.get('slug')
  return (
    <>
      {changed.has('title') && <Words change={changed.get('title')} />}
      {slug && (
        <Row label="Address">
          <del>/{slug.from}</del> <Arrow /> <strong>/{slug.to}</strong>
        </Row>
      )}
      <TextRow post={post} live={live} faq={changed.get('faq_items')} />
      <Words change={changed.get('authors')} />
      <Words change={changed.get('categories')} />
      {others && <Row label="Also">{`${others.charAt(0).toUpperCase()}${others.slice(1)}`}</Row>}
    </>
  )
}

const Arrow = () => (
  <>
    <span aria-hidden>→</span>
    <span className="sr-only">becomes</span>
  </>
)

const Words = ({ change }: { change: Change | undefined }) =>
  change && (
    <Row label={change.label}>
      <Runs runs={diffWords(change.from ?? '', change.to ?? '')} />
    </Row>
  )

const TextRow = ({ post, live, faq }: { post: Post; live: number; faq: Change | undefined }) => {
  const linkTo = useComparisonLink()
  const counts = useWordCounts(post.id, live, post.draft_version)
  const { number } = formats()
  const faqsBefore = faq ? questionsIn(faq.from) : undefined
  const faqs =
    faqsBefore === undefined ? undefined : faqsBefore === post.faq_count ? (
      'FAQs changed'
    ) : (
      <>
        FAQs {number(faqsBefore)} <Arrow /> <strong>{number(post.faq_count)}</strong>
      </>
    )
  const isSame = counts?.added === 0 && counts.removed === 0
  return (
    <Row label="Text">
      <span className="what-text">
        <span>
          {counts === undefined ? (
            '…'
          ) : isSame ? (
            'Same words'
          ) : (
            <>
              <ins>+{number(counts.added)}</ins> <del>−{number(counts.removed)}</del> words
            </>
          )}
          {faqs && <>, {faqs}</>}
        </span>
        <Link to={linkTo(post.id, live, post.draft_version)}>Compare</Link>
      </span>
    </Row>
  )
}

/** How many questions there were, as the change writes them one after the other. */
const questionsIn = (text: string | null) => (text === null ? 0 : text.split('\n\n').length)
