interface Sent {
  method: string
  headers: Headers
  body: XMLHttpRequestBodyInit | null
  signal: AbortSignal
}

/** As `fetch`, which says nothing of what has been sent: `onSent` is told, from 0 to 1. */
export const fetchInView = (url: string, { method, headers, body, signal }: Sent, onSent: (part: number) => void) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.withCredentials = true
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve(responseOf(request)))
    for (const kind of ['error', 'abort', 'timeout'])
      request.addEventListener(kind, () => reject(new TypeError('No answer came')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

const responseOf = (request: XMLHttpRequest) => {
  const changeSet = request.getResponseHeader('x-change-set')
  return new Response(request.responseText, {
    status: request.status,
    headers: changeSet === null ? {} : { 'x-change-set': changeSet },
  })
}
