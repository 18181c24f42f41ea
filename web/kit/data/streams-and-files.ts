import type { Endpoint, Input, Reply } from '#contract/kit/endpoint.ts'
import { toRequest } from '#contract/kit/request.ts'
import { accessToken } from './session.ts'
import { headersOf, readAnswer, refresh, replyOrThrow, unreached, untilSamePerson } from './transport.ts'

/** A stream says something at least every ten seconds, and a file comes without a pause. */
const SILENT_FOR = 35_000

/** The lines of a stream as they come. It ends when the server ends it; throws when it cannot be had, or falls silent. */
export const openLines = async function* <E extends Endpoint & { stream: true }>(
  endpoint: E,
): AsyncGenerator<Reply<E>> {
  const { body, stop } = await open(endpoint, endpoint.path)
  try {
    let text = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line) yield JSON.parse(line) as Reply<E>
    }
  } finally {
    stop()
  }
}

/** The file that a call answers with; large ones do not lie in the page's own memory. */
export const callForFile = async <E extends Endpoint & { file: true }>(endpoint: E, input: Input<E>): Promise<Blob> => {
  const { body, type, stop } = await open(endpoint, toRequest(endpoint, input).url)
  try {
    return await new Response(body, { headers: { 'content-type': type } }).blob()
  } catch {
    throw unreached()
  } finally {
    stop()
  }
}

/** An answer that comes little by little, given up when nothing more comes; `stop` ends it. */
const open = async (endpoint: Endpoint, url: string) => {
  const usedToken = accessToken()
  const stop = new AbortController()
  const send = async () => {
    await untilSamePerson()
    return fetch(url, { headers: headersOf(), cache: 'no-store', signal: stop.signal })
  }
  const first = await send().catch(() => Promise.reject(unreached()))
  const response = first.status === 401 && (await refresh(usedToken)) ? await send() : first
  if (!response.ok || !response.body) {
    replyOrThrow(endpoint, await readAnswer(response))
    throw unreached()
  }

  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => stop.abort(), SILENT_FOR)
  }
  const listening = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      heard()
      out.enqueue(chunk)
    },
  })
  heard()
  return {
    body: response.body.pipeThrough(listening),
    type: response.headers.get('content-type') ?? '',
    stop() {
      clearTimeout(silence)
      stop.abort()
    },
  }
}
