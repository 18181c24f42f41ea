import { parentPort } from 'node:worker_threads'
import { UserError } from '#server/kit/errors.ts'
import { documentOfHtml, type ReadHtml } from './html-in.ts'

// The thread that reads HTML, one after the other: it says when it is ready, takes HTML and answers what it made of it.

export type Answer = { read: ReadHtml } | { refused: { message: string; code: string } } | { failed: string }

const answerTo = (html: string): Answer => {
  try {
    return { read: documentOfHtml(html) }
  } catch (error) {
    if (error instanceof UserError) return { refused: { message: error.message, code: error.code } }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (html: string) => parentPort?.postMessage(answerTo(html)))
parentPort?.postMessage('ready')
