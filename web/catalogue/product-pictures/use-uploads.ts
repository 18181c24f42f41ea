import { useEffect, useRef, useState } from 'react'
import {
  LARGEST_PICTURE,
  MOST_PICTURES,
  productPictures,
  type ProductPictures,
} from '#contract/catalogue/product-pictures.ts'
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

const TRIES = 3
const PAUSE_MS = 2_000

/** Sends pictures one after the other, each at the end of the product's; those that fail stay, to be sent again or put away. */
export const useUploads = (productId: number, onAdded: (pictures: ProductPictures) => void) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const change = (key: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)))
  const addresses = useRef(new Set<string>())
  const putAway = ({ key, address }: Upload) => {
    URL.revokeObjectURL(address)
    addresses.current.delete(address)
    setUploads((all) => all.filter((each) => each.key !== key))
  }
  useEffect(() => {
    const open = addresses.current
    return () => open.forEach((address) => URL.revokeObjectURL(address))
  }, [])

  const send = async (upload: Upload) => {
    const { key, file } = upload
    try {
      if (file.size > LARGEST_PICTURE) throw tooLarge(file.size)
      const bytes = new Uint8Array(await file.arrayBuffer())
      const { data } = await sendPicture(productId, file, bytes, (sent) => change(key, { sent }))
      onAdded(data)
      putAway(upload)
    } catch (failure) {
      const sentence = sentenceOf(failure, productPictures.add.failure)
      change(key, { failure: { sentence, canRetry: !isRefused(failure) } })
    }
  }
  const begin = (upload: Upload) => {
    queue.current = queue.current.then(() => send(upload))
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

/** Sent twice it is there once, so it is sent again where no answer came or the server was busy. */
const sendPicture = async (id: number, file: File, bytes: Uint8Array<ArrayBuffer>, onSent: (part: number) => void) => {
  for (let left = TRIES; ; left--)
    try {
      const params = { id, no: MOST_PICTURES }
      return await call(productPictures.add, { params, query: { name: file.name.slice(0, 200) }, bytes }, { onSent })
    } catch (failure) {
      if (left === 1 || !mayBeSentAgain(failure)) throw failure
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
}

const tooLarge = (bytes: number) => {
  return new ApiError(`The picture has ${(bytes / 1024 ** 2).toFixed(1)} MB. Pictures may have at most 10 MB.`, {
    status: 400,
  })
}

/** What the picture itself is refused for. */
const isRefused = (failure: unknown) => failure instanceof ApiError && failure.status === 400
