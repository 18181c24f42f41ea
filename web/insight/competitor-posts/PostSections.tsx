import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { competitorPosts, type CompetitorPost } from '#contract/insight/competitor-posts.ts'
import { can } from '#web/kit/data/session.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { insightLink } from '#web/insight/frame/InsightTabs.tsx'
import { CompetitorMark } from '#web/insight/frame/insight-words.tsx'
import { CoverageTag } from './CoverageTag.tsx'
import { PostText } from './PostText.tsx'
import { Revisions } from './Revisions.tsx'
import type { PostActs } from './use-post-acts.ts'

const PLACES: Readonly<Record<string, string>> = {
  title: 'in the title',
  heading: 'in a heading',
  beginning: 'in the beginning',
  text: 'in the text',
}

interface PostSectionsProps {
  post: CompetitorPost
  acts: PostActs
  onOpen: (id: number) => void
}

export const PostSections = ({ post, acts, onOpen }: PostSectionsProps) => (
  <>
    {post.hidden && <p className="post-hidden">This post is hidden. It is not on the list.</p>}
    {!post.date_known && (
      <p className="post-note">
        {post.published_raw ? `The date looks wrong: ${post.published_raw}. ` : 'The site gives no date. '}
        It is listed by when it was first read, {formats().dateTime(post.seen_at)}.
      </p>
    )}
    <PostText post={post} />
    <Section part="topics" title="Topics">
      {post.matched.length === 0 ? (
        <p className="second">
          No topic has a phrase of this post. <Link to={insightLink('topics')}>Topics</Link>
        </p>
      ) : (
        <ul className="post-matches">
          {post.matched.map(({ topic, phrase, place }) => (
            <li key={topic.id}>
              <Link to={insightLink('posts', { topic: String(topic.id) })} className="topic-tag">
                {topic.name}
              </Link>
              <span className="second">
                “{phrase}” {PLACES[place] ?? place}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
    <Section part="coverage" title="Nearest of ours">
      <CoverageTag post={{ ...post, our_coverage: { ...post.our_coverage, post: null } }} />
      {post.similar.length === 0 ? (
        <p className="second">No published post of ours comes near.</p>
      ) : (
        <ul className="post-similar">
          {post.similar.map(({ id, title, score }) => (
            <li key={id}>
              <Link to={`/marketing/blog_listing?post=${id}`}>{title}</Link>
              <span className="second">{score}% alike</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
    <Copies post={post} acts={acts} onOpen={onOpen} />
    {post.history.length > 0 && (
      <Section part="changes" title={counted(post.history.length, 'change')}>
        <Revisions history={post.history} />
      </Section>
    )}
  </>
)

const Copies = ({ post, acts, onOpen }: PostSectionsProps) => {
  const others = post.cluster.filter(({ id }) => id !== post.id)
  if (others.length === 0) return null
  return (
    <Section part="copies" title="Also in">
      <ul className="post-copies">
        {others.map(({ id, title, competitor, published_at }) => (
          <li key={id}>
            <CompetitorMark {...competitor} />
            <span className="post-copy">
              <button type="button" className="text-button" onClick={() => onOpen(id)}>
                {title}
              </button>
              <span className="second">
                {competitor.name}
                {published_at !== null && (
                  <>
                    {' '}
                    · <When at={published_at} />
                  </>
                )}
              </span>
            </span>
            {can(competitorPosts.split) && (
              <Button size="small" onClick={() => acts.split(id)}>
                Split off
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Section = ({ part, title, children }: { part: string; title: string; children: ReactNode }) => (
  <section className="post-section" aria-label={title}>
    <h3 data-part={part} tabIndex={-1}>
      {title}
    </h3>
    {children}
  </section>
)
