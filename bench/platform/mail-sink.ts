import { createServer } from 'node:net'
import { createServer as createHttpServer } from 'node:http'

// A mail server that takes everything and keeps nothing but how many mails came, when, and whether one came twice. It says so on PORT.

const { PORT, SMTP_PORT } = process.env
if (!SMTP_PORT) throw new Error('The mail server of the comparison is started by the bench alone')

let seen = new Set<string>()
let [doubled, firstAt, lastAt, bytes] = [0, 0, 0, 0]

const server = createServer((socket) => {
  let rest = ''
  let inText = false
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('data', (part) => {
    rest += part.toString('latin1')
    let answer = ''
    for (;;) {
      if (inText) {
        const end = rest.indexOf('\r\n.\r\n')
        if (end < 0) break
        took(rest.slice(0, end))
        rest = rest.slice(end + 5)
        inText = false
        answer += '250 2.0.0 kept\r\n'
        continue
      }
      const end = rest.indexOf('\r\n')
      if (end < 0) break
      const command = rest.slice(0, 4).toUpperCase()
      rest = rest.slice(end + 2)
      inText = command === 'DATA'
      answer +=
        command === 'EHLO'
          ? '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
          : inText
            ? '354 go on\r\n'
            : '250 2.0.0 fine\r\n'
    }
    if (answer) socket.write(answer)
  })
  socket.write('220 sink ESMTP\r\n')
})

const took = (text: string) => {
  const id = /^message-id: (\S+)/im.exec(text)?.[1] ?? ''
  if (seen.has(id)) doubled += 1
  seen.add(id)
  bytes = text.length
  lastAt = performance.now()
  firstAt ||= lastAt
}

server.listen(Number(SMTP_PORT), '127.0.0.1')
createHttpServer((request, response) => {
  response.end(JSON.stringify({ mails: seen.size, doubled, ms: lastAt - firstAt, bytes }))
  if (request.url !== '/again') return
  seen = new Set()
  ;[doubled, firstAt, lastAt] = [0, 0, 0]
}).listen(Number(PORT), '127.0.0.1')
