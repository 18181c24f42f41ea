import { withoutAccents } from '#server/kit/letters.ts'

/** A column's name by which it is known: accents, case, punctuation and words written together make no other name. */
export const plainHeader = (header: string) =>
  withoutAccents(header.slice(0, 200))
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim()
