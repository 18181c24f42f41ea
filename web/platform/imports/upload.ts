import type { AnyImport } from '#contract/platform/import-calls.ts'
import { LARGEST_IMPORT, PART_BYTES } from '#contract/platform/imports.ts'
import { ApiError, call } from '#web/kit/data/api.ts'
import type { ImportArea } from './import-area.ts'

const TRIES = 3

/** Sends a file part by part, each once more when the line was bad; `onProgress` is told what has arrived, from 0 to 1. Aborted, nothing of it stays. */
export const uploadFile = async (
  { calls, noun }: ImportArea,
  file: File,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<AnyImport> => {
  if (file.size === 0) throw refused(`There is nothing in this file. Choose one with a row for each ${noun.one}.`)
  if (file.size > LARGEST_IMPORT)
    throw refused('This file is larger than 1 GB. Split it and import the pieces one after the other.')
  const { data: begun } = await call(calls.begin, {
    body: { file_name: file.name.slice(0, 300), bytes: file.size },
  })
  try {
    for (let no = 0; no * PART_BYTES < file.size; no++) {
      signal.throwIfAborted()
      const part = file.slice(no * PART_BYTES, (no + 1) * PART_BYTES)
      await sendPart(calls, begun.id, no, new Uint8Array(await part.arrayBuffer()))
      onProgress(Math.min(1, ((no + 1) * PART_BYTES) / file.size))
    }
    signal.throwIfAborted()
    const { data } = await call(calls.finish, { body: begun })
    signal.throwIfAborted()
    return data
  } catch (failure) {
    // What is of no use does not have to stay.
    await call(calls.discard, { body: begun }).catch(() => undefined)
    throw failure
  }
}

const sendPart = async (calls: ImportArea['calls'], id: number, no: number, bytes: Uint8Array<ArrayBuffer>) => {
  for (let left = TRIES; ; left--)
    try {
      await call(calls.part, { params: { id, no }, bytes })
      return
    } catch (failure) {
      if (left === 1 || !(failure instanceof ApiError && failure.canRetry)) throw failure
    }
}

const refused = (message: string) => new ApiError(message, { status: 400, code: 'bad_request' })
