import { badField } from '#server/kit/errors.ts'

/** One of the words, or phrases, that are searched for. */
export interface Term {
  /** It must not be there. */
  not: boolean
  /** Where it is looked for; undefined: in title, author and text. */
  field: 'title' | 'author' | undefined
  text: string
}

const MOST_TERMS = 10

/** `pump "heat exchanger" -hose title:valve author:"Ada Byron"`: all of them have to hold. */
export const termsOf = (search: string): Term[] => {
  const terms: Term[] = []
  for (const [, minus, field, phrase, word] of search.matchAll(TERM)) {
    const text = (phrase ?? word ?? '').trim()
    if (text) terms.push({ not: minus !== undefined, field: fieldOf(field), text })
  }
  if (terms.length > MOST_TERMS) throw badField('search', `Search for at most ${MOST_TERMS} words and phrases at once`)
  return terms
}
const TERM = /(-)?(title:|author:)?(?:"([^"]*)"|([^\s"]+)|")/gi

const fieldOf = (prefix: string | undefined): Term['field'] => {
  const name = prefix?.slice(0, -1).toLowerCase()
  return name === 'title' || name === 'author' ? name : undefined
}
