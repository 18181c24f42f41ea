import { generateAtomFeed, generateRssFeed } from 'feedsmith'
import { escapeHtml } from '#server/kit/plain-page.ts'
import type { PostJson } from './post-json.ts'

export interface Feed {
  title: string
  locale: string
  publisher: string
  /** What names the feed, whatever becomes of addresses; and a host of ours, which tags begin with. */
  feedId: string
  host: string
  blog: string
  /** Of this feed itself. */
  self: string
  posts: readonly FeedPost[]
}

export interface FeedPost extends PostJson {
  post_no: number
}

/** Of the last change of a post; a feed without posts is as old as time. */
const changedAt = ({ posts }: Feed) => new Date(Math.max(0, ...posts.map(({ updated_at }) => Date.parse(updated_at))))

const FIRST_YEAR = '2026'
const feedTag = ({ host, feedId }: Feed) => `tag:${host},${FIRST_YEAR}:${feedId}`
/** It stays when the address of the post changes. */
const postTag = (feed: Feed, { post_no }: FeedPost) => `${feedTag(feed)}/${post_no}`

export const atomFeed = (feed: Feed): string =>
  generateAtomFeed({
    id: feedTag(feed),
    title: { value: feed.title },
    updated: changedAt(feed),
    links: [
      { href: feed.self, rel: 'self', type: 'application/atom+xml' },
      { href: feed.blog, rel: 'alternate', type: 'text/html' },
    ],
    authors: [{ name: feed.publisher || feed.title }],
    xml: { lang: feed.locale },
    entries: feed.posts.map((post) => ({
      id: postTag(feed, post),
      title: { value: post.title, type: 'text' },
      links: [{ href: post.url, rel: 'alternate', type: 'text/html' }],
      authors: post.authors.map(({ name }) => ({ name })),
      categories: post.categories.map(({ slug, name }) => ({ term: slug, label: name })),
      published: new Date(post.published_at),
      updated: new Date(post.updated_at),
      ...(post.excerpt && { summary: { value: post.excerpt, type: 'text' } }),
      content: { type: 'html', value: post.html },
    })),
  })

export const rssFeed = (feed: Feed): string =>
  generateRssFeed({
    title: feed.title,
    link: feed.blog,
    description: feed.publisher ? `${feed.title}, ${feed.publisher}` : feed.title,
    language: feed.locale,
    lastBuildDate: changedAt(feed),
    atom: { links: [{ href: feed.self, rel: 'self', type: 'application/rss+xml' }] },
    items: feed.posts.map((post) => ({
      title: post.title,
      link: post.url,
      // Unlike the title, it is read as HTML.
      description: escapeHtml(post.excerpt || post.title),
      guid: { value: postTag(feed, post), isPermaLink: false },
      pubDate: new Date(post.published_at),
      dc: { creators: post.authors.map(({ name }) => name) },
      categories: post.categories.map(({ name }) => ({ name })),
      content: { encoded: post.html },
    })),
  })
