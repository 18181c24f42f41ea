const ITEMS = 40

/** A feed of 40 posts as blogs have them, some 75 kB. Another `edition` has one more post and one fewer, and is otherwise the same. */
export const sampleFeed = (feed: number, edition = 0) => {
  const words = (item: number, many: number) =>
    Array.from({ length: many }, (_, at) => `word${(at * 31 + item * 17 + feed * 7) % 4_000}`).join(' ')
  const items = Array.from({ length: ITEMS }, (_, at) => {
    const item = edition + ITEMS - 1 - at
    return `<item><title>Post ${item} of feed ${feed}: ${words(item, 6)}</title><link>https://rival${feed}.example/posts/${item}</link>
<guid isPermaLink="false">${feed}-${item}</guid><pubDate>${new Date(Date.UTC(2026, 0, 1 + item)).toUTCString()}</pubDate>
<content:encoded><![CDATA[${Array.from({ length: 6 }, (_, part) => `<p class="text">${words(item + part, 40)} <a href="/more/${part}">more</a> <strong>${words(part, 3)}</strong></p>`).join('')}]]></content:encoded></item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Feed ${feed}</title><link>https://rival${feed}.example/</link>${items.join('')}</channel></rss>`
}
