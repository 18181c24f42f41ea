import { useEffect, useRef, useState } from 'react'
import type { Endpoint, Input, Reply } from '#contract/kit/endpoint.ts'
import { LARGEST_PICTURE } from '#contract/platform/pictures.ts'
import { ApiError, call, mayBeSentAgain, sentenceOf } from '#web/kit/data/api.ts'
import { randomId } from '#web/kit/data/random-id.ts'

/** A picture on its way, or one that did not arrive. */
export interface Upload {
  key: string
  file: File
  /** Shows the file while it is here alone. */
  address: string
  /** From 0 to 1; what is sent is read after that. */
  sent: number
  /** Why it did not arrive. */
  failure?: { sentence: string; canRetry: boolean }
}

export interface SendOptions {
  signal?: AbortSignal
  /** Told how much of it has been sent, from 0 to 1. */
  onSent?: (part: number) => void
}

/** Sends pictures one after the other; those that fail stay, to be sent again or put away. */
export const useUploads = <Answer>(
  send: (file: File, options: SendOptions) => Promise<Answer>,
  failed: string,
  onAdded: (answer: Answer) => void,
) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const change = (key: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)))
  const addresses = useRef(new Set<string>())
  const stops = useRef(new Map<string, AbortController>())
  const putAway = ({ key, address }: Upload) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    URL.revokeObjectURL(address)
    addresses.current.delete(address)
    setUploads((all) => all.filter((each) => each.key !== key))
  }
  useEffect(() => {
    const open = addresses.current
    return () => open.forEach((address) => URL.revokeObjectURL(address))
  }, [])

  const sendOne = async (upload: Upload, signal: AbortSignal) => {
    const { key, file } = upload
    if (signal.aborted) return
    try {
      onAdded(await send(file, { signal, onSent: (sent) => change(key, { sent }) }))
      putAway(upload)
    } catch (failure) {
      if (signal.aborted) return
      change(key, { failure: { sentence: sentenceOf(failure, failed), canRetry: !isRefused(failure) } })
    }
  }
  const begin = (upload: Upload) => {
    const stop = new AbortController()
    stops.current.set(upload.key, stop)
    queue.current = queue.current.then(() => sendOne(upload, stop.signal))
  }

  return {
    uploads,
    putAway,
    add(files: readonly File[]) {
      const fresh = files.map((file) => ({ key: randomId(), file, address: URL.createObjectURL(file), sent: 0 }))
      for (const { address } of fresh) addresses.current.add(address)
      setUploads((all) => [...all, ...fresh])
      fresh.forEach(begin)
    },
    retry(upload: Upload) {
      const { failure: _, ...again } = { ...upload, sent: 0 }
      setUploads((all) => all.map((each) => (each.key === upload.key ? again : each)))
      begin(again)
    },
  }
}

const TRIES = 3
const PAUSE_MS = 2_000

/** Sends a picture by a call that stores it once, however often it is sent: again where no answer came or the server was busy. */
export const sendPicture = async <E extends Endpoint>(
  endpoint: E,
  file: File,
  inputOf: (bytes: Uint8Array<ArrayBuffer>) => Input<E>,
  options: SendOptions,
): Promise<Reply<E>> => {
  if (file.size > LARGEST_PICTURE) throw tooLarge(file.size)
  const input = inputOf(new Uint8Array(await file.arrayBuffer()))
  for (let left = TRIES; ; left--)
    try {
      return await call(endpoint, input, options)
    } catch (failure) {
      if (left === 1 || options.signal?.aborted || !mayBeSentAgain(failure)) throw failure
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
}

const tooLarge = (bytes: number) =>
  new ApiError(`The picture has ${(bytes / 1024 ** 2).toFixed(1)} MB. Pictures may have at most 10 MB.`, {
    status: 400,
  })

/** What the picture itself is refused for. */
const isRefused = (failure: unknown) => failure instanceof ApiError && failure.status === 400
