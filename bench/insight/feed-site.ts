import { createServer } from 'node:http'
import { sampleFeed } from './sample-feed.ts'

// The sites of the bench of feeds, all of them on PORT: `/edition/7` makes every tenth feed change, `/feed/12` answers one of them.

const { PORT } = process.env
if (!PORT) throw new Error('The sites of the bench are started by the bench alone')

let edition = 0
let made = new Map<number, string>()

const feedOf = (feed: number, at: number) => {
  const text = made.get(feed) ?? sampleFeed(feed, at)
  made.set(feed, text)
  return text
}

createServer((request, response) => {
  const [, what, number = '0'] = (request.url ?? '').split('/')
  const asked = Number(number)
  if (what === 'edition') {
    edition = asked
    made = new Map()
    return response.end('fine')
  }
  if (what !== 'feed') return response.writeHead(404).end()
  const at = asked % 10 === 0 ? edition : 0
  const etag = `"${at}"`
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
  response.writeHead(200, { 'content-type': 'application/rss+xml', etag })
  return response.end(feedOf(asked, at))
}).listen(Number(PORT), '127.0.0.1')
