import { UserError } from '#server/kit/errors.ts'
import { documentOfHtml, type ReadHtml } from './html-in.ts'

// The task of a thread that reads HTML.

export type Answer = { read: ReadHtml } | { refused: { message: string; code: string } }

export const parse = (html: string): Answer => {
  try {
    return { read: documentOfHtml(html) }
  } catch (error) {
    if (error instanceof UserError) return { refused: { message: error.message, code: error.code } }
    throw error
  }
}
