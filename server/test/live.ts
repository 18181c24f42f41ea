import type { FastifyInstance } from 'fastify'
import { expect, vi } from 'vitest'
import { live, type LiveEvent } from '#contract/platform/live.ts'

/** Listens on a port of its own; gives the way to open streams there. */
export const streamsOf = async (app: FastifyInstance) => {
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    base,
    /** A stream as a browser reads it, with all that came; opened once the first line is there. */
    async open({ token }: { token: string }, headers: Record<string, string> = {}) {
      const stop = new AbortController()
      const response = await fetch(base + live.watch.path, {
        headers: { authorization: `Bearer ${token}`, ...headers },
        signal: stop.signal,
      })
      const events: LiveEvent[] = []
      let ended = false
      const read = async () => {
        let text = ''
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
          text += chunk
          const lines = text.split('\n')
          text = lines.pop() ?? ''
          for (const line of lines) if (line) events.push(JSON.parse(line))
        }
      }
      const done = read()
        .catch(() => undefined)
        .finally(() => (ended = true))
      // Tests that run beside one another open streams, too: `expect.poll` would not know whose it is.
      if (response.ok) await vi.waitFor(() => expect(events).not.toEqual([]), { timeout: 20_000, interval: 20 })
      return {
        status: response.status,
        headers: response.headers,
        events,
        hasEnded: () => ended,
        /** The newest that was told of the topic. */
        last: <Topic extends keyof LiveEvent>(topic: Topic) => events.findLast((event) => event[topic])?.[topic],
        /** Every row that was told, newest version last, and every one that went. */
        rows: () => events.flatMap((event) => event.leads?.rows ?? []),
        gone: () => events.flatMap((event) => event.leads?.gone ?? []),
        async close() {
          stop.abort()
          await done
        },
      }
    },
  }
}
