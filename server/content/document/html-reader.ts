import { UserError } from '#server/kit/errors.ts'
import { openParser, type Parsed, type ParserLimits } from '#server/kit/parse-worker.ts'
import type { ReadHtml } from './html-in.ts'
import type { Answer, parse } from './html-worker.ts'

const LIMITS: ParserLimits = {
  patience: 2_000,
  threads: 2,
  waiting: 8,
  idle: 10_000,
  // A text of the most bytes needs about a fifth of it.
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Reads HTML that a person writes in threads of its own, so that no one else's text makes them wait. */
export const openHtmlReader = (limits: Partial<ParserLimits> = {}) => {
  const { task, threads, close } = openParser({ ...LIMITS, ...limits })
  const readIt = task<typeof parse>(new URL('./html-worker.ts', import.meta.url))
  return { read: async (html: string) => readIn(await readIt(html)), threads, close }
}

const { read } = openHtmlReader()
/** The document that HTML says, and what it could not take along. A 400 says why there is none. */
export const readHtml = read

const refusal = (message: string, code: string) =>
  new UserError(400, message, { code, errors: [{ field: 'content', message }] })

const readIn = (answer: Parsed<Answer>): ReadHtml => {
  if (!answer.ok) {
    if (answer.why === 'busy') throw new UserError(503, 'Too many texts are being read. Try again in a few seconds.')
    if (answer.why === 'failed') throw new Error(answer.detail)
    throw refusal('The text takes too long to read.', 'document_size')
  }
  if ('refused' in answer.value) throw refusal(answer.value.refused.message, answer.value.refused.code)
  return answer.value.read
}
