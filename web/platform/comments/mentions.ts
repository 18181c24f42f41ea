import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { StoredComment } from '#contract/platform/comments.ts'

/** A comment that is being written, with the people who were chosen for it. */
export interface CommentDraft {
  comment: string
  people?: readonly PersonRef[]
}

/** Of the comment as it reads now: what was begun of an earlier wording would undo the later one. */
export const draftOfChange = ({ id, edited_at }: StoredComment) => `comment-${id}-of-${edited_at ?? 'first'}`

/** What is being typed after an @, up to where the text is being written; undefined when it is nothing of the kind. */
export const soughtAt = (text: string, caret: number): string | undefined =>
  /(?:^|[\s(])@([\p{L}\p{N}.'’-]{0,40}(?: [\p{L}\p{N}.'’-]{1,40})?)$/u.exec(text.slice(0, caret))?.[1]

/** The text with the person's name in place of what was typed, and where to go on writing. */
export const withMention = (text: string, caret: number, { name }: PersonRef) => {
  const sought = soughtAt(text, caret) ?? ''
  const before = `${text.slice(0, caret - sought.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** The text in pieces, names behind an @ apart; a longer name before one that it begins with. */
export const piecesOf = (text: string, people: readonly PersonRef[]): { text: string; mention: boolean }[] => {
  const names = people.map(({ name }) => `@${name}`).sort((one, other) => other.length - one.length)
  const pieces: { text: string; mention: boolean }[] = []
  let rest = text
  while (rest) {
    const places = names.map((name) => rest.indexOf(name)).filter((at) => at >= 0)
    const at = Math.min(...places)
    const name = places.length ? names.find((one) => rest.startsWith(one, at)) : undefined
    if (name === undefined) {
      pieces.push({ text: rest, mention: false })
      break
    }
    if (at > 0) pieces.push({ text: rest.slice(0, at), mention: false })
    pieces.push({ text: name, mention: true })
    rest = rest.slice(at + name.length)
  }
  return pieces
}

/** Those of the people whose names stand in the text behind an @; a name that only begins a longer one is not there. */
export const mentionedIn = (text: string, people: readonly PersonRef[]): PersonRef[] => {
  const named = new Set(piecesOf(text, people).flatMap((piece) => (piece.mention ? [piece.text] : [])))
  const found = people.filter(({ name }) => named.has(`@${name}`))
  return [...new Map(found.map((person) => [person.id, person])).values()]
}
