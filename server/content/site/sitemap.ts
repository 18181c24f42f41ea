import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'

export interface SitemapPost {
  url: string
  updated_at?: string | undefined
  image?: string | undefined
}

/** What one file may have; more are several files and an index of them. */
export const MOST_IN_SITEMAP = 50_000

export const sitemap = async (posts: readonly SitemapPost[]): Promise<string> => {
  const stream = new SitemapStream({ xmlns: { news: false, xhtml: false, video: false, image: true } })
  const made = streamToPromise(stream)
  for (const { url, updated_at, image } of posts)
    stream.write({ url, ...(updated_at && { lastmod: updated_at }), ...(image && { img: [{ url: image }] }) })
  stream.end()
  return (await made).toString()
}

export const sitemapIndex = async (files: readonly { url: string; lastmod: string }[]): Promise<string> => {
  const stream = new SitemapIndexStream()
  const made = streamToPromise(stream)
  for (const file of files) stream.write(file)
  stream.end()
  return (await made).toString()
}
