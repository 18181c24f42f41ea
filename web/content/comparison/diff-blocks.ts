import { diffArrays } from 'diff'
import type { DocumentMark, DocumentNode } from '#contract/content/document.ts'
import type { Comparison } from '#contract/content/post.ts'

export type RunKind = 'same' | 'added' | 'removed'

/** A piece of a text, with its marks; a node within it, such as a line break, has no text. */
export interface Run {
  kind: RunKind
  text: string
  marks: readonly DocumentMark[]
}

/** A block and what became of it. */
export type Diffed =
  | { change: 'same' | 'added' | 'removed'; node: DocumentNode }
  /** It stands elsewhere now; `from`: the heading that it stood under. */
  | { change: 'moved'; node: DocumentNode; from: string | undefined }
  /** Its text has changed, word by word. */
  | { change: 'text'; node: DocumentNode; runs: readonly Run[] }
  /** Something within it has changed. */
  | { change: 'within'; node: DocumentNode; parts: readonly Diffed[] }

type Blocks = Comparison['blocks']

/** What two versions have between them, in the order of the later one, with the words within a block that changed. */
export const diffBlocks = (blocks: Blocks): readonly Diffed[] =>
  blocks.flatMap(({ change, from, to, under }): Diffed[] => {
    if (change === 'removed') return from ? [{ change, node: from }] : []
    if (!to) return []
    if (change === 'moved') return [{ change, node: to, from: under ?? undefined }]
    return change === 'changed' ? (from ? diffPair(from, to) : []) : [{ change, node: to }]
  })

/** One node as it was and as it is. */
const diffPair = (from: DocumentNode, to: DocumentNode): Diffed[] => {
  if (from.type !== to.type || !hasSameShape(from, to))
    return [
      { change: 'removed', node: from },
      { change: 'added', node: to },
    ]
  if (isText(to)) return [{ change: 'text', node: to, runs: diffTexts(from, to) }]
  if (!to.content)
    return [
      { change: 'removed', node: from },
      { change: 'added', node: to },
    ]
  return [{ change: 'within', node: to, parts: diffNodes(from.content ?? [], to.content) }]
}

/** The nodes of a list, a table or a quote. What was taken away and what came in its place are compared one by one. */
const diffNodes = (from: readonly DocumentNode[], to: readonly DocumentNode[]): Diffed[] => {
  const steps = diffArrays(
    from.map((node) => JSON.stringify(node)),
    to.map((node) => JSON.stringify(node)),
  )
  let was = 0
  let is = 0
  const found: Diffed[] = []
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]
    const next = steps[at + 1]
    if (!step) continue
    if (step.removed && next?.added) {
      const gone = from.slice(was, was + step.count)
      const come = to.slice(is, is + next.count)
      const pairs = Math.min(gone.length, come.length)
      gone.slice(0, pairs).forEach((node, index) => {
        const other = come[index]
        if (other) found.push(...diffPair(node, other))
      })
      found.push(...gone.slice(pairs).map((node): Diffed => ({ change: 'removed', node })))
      found.push(...come.slice(pairs).map((node): Diffed => ({ change: 'added', node })))
      was += step.count
      is += next.count
      at += 1
    } else if (step.removed) {
      found.push(...from.slice(was, was + step.count).map((node): Diffed => ({ change: 'removed', node })))
      was += step.count
    } else {
      const change = step.added ? 'added' : 'same'
      found.push(...to.slice(is, is + step.count).map((node): Diffed => ({ change, node })))
      is += step.count
      if (!step.added) was += step.count
    }
  }
  return found
}

/** Of a heading, a callout or a picture more than its text may differ. */
const hasSameShape = (from: DocumentNode, to: DocumentNode) => JSON.stringify(from.attrs) === JSON.stringify(to.attrs)

const isText = ({ type }: DocumentNode) => type === 'paragraph' || type === 'heading' || type === 'codeBlock'

interface Token {
  text: string
  marks: readonly DocumentMark[]
}

const diffTexts = (from: DocumentNode, to: DocumentNode): Run[] => {
  const steps = diffArrays([...tokensOf(from)], [...tokensOf(to)], { comparator: sameToken })
  return gathered(
    steps.map(({ value, added, removed }) =>
      joined(value.map((token) => ({ ...token, kind: added ? 'added' : removed ? 'removed' : 'same' }))),
    ),
  )
}

/** Changes with nothing but space between them read as one: what went, then what came. */
const gathered = (steps: readonly (readonly Run[])[]): Run[] => {
  const done: Run[] = []
  let went: Run[] = []
  let came: Run[] = []
  const close = () => {
    done.push(...joined(went), ...joined(came))
    went = []
    came = []
  }
  steps.forEach((runs, at) => {
    const isSpace = runs.every(({ kind, text }) => kind === 'same' && text.trim() === '' && !text.includes('\n'))
    if (isSpace && went.length > 0 && came.length > 0 && at < steps.length - 1) {
      went.push(...runs.map((run) => ({ ...run, kind: 'removed' as const })))
      came.push(...runs.map((run) => ({ ...run, kind: 'added' as const })))
    } else if (runs[0]?.kind === 'removed') went.push(...runs)
    else if (runs[0]?.kind === 'added') came.push(...runs)
    else {
      close()
      done.push(...runs)
    }
  })
  close()
  return done
}

const sameToken = (one: Token, other: Token) =>
  one.text === other.text && JSON.stringify(one.marks) === JSON.stringify(other.marks)

const WORDS = new Intl.Segmenter('en', { granularity: 'word' })

/** Words, spaces and signs, each with its marks. */
function* tokensOf({ content = [] }: DocumentNode): Generator<Token> {
  for (const { type, text = '', marks = [] } of content)
    if (type === 'text') for (const { segment } of WORDS.segment(text)) yield { text: segment, marks }
    else yield { text: '\n', marks: [] }
}

/** Neighbours of the same kind with the same marks as one. */
const joined = (runs: readonly Run[]): Run[] => {
  const done: Run[] = []
  for (const run of runs) {
    const last = done.at(-1)
    if (last?.kind === run.kind && JSON.stringify(last.marks) === JSON.stringify(run.marks))
      done[done.length - 1] = { ...last, text: last.text + run.text }
    else done.push(run)
  }
  return done
}

/** All that a node says, without its marks. */
export const textOf = ({ text, content = [] }: DocumentNode): string =>
  text ?? content.map((node) => (node.type === 'hardBreak' ? '\n' : textOf(node))).join('')

/** How many words came and went. */
export const countWords = (blocks: readonly Diffed[]): { added: number; removed: number } => {
  let added = 0
  let removed = 0
  const count = (words: number, kind: RunKind) => {
    if (kind === 'added') added += words
    if (kind === 'removed') removed += words
  }
  const look = (block: Diffed) => {
    if (block.change === 'text') for (const { text, kind } of block.runs) count(wordsIn(text), kind)
    else if (block.change === 'within') block.parts.forEach(look)
    else if (block.change === 'added' || block.change === 'removed') count(wordsIn(spaced(block.node)), block.change)
  }
  blocks.forEach(look)
  return { added, removed }
}

const wordsIn = (text: string) => [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length
const spaced = ({ text, content = [] }: DocumentNode): string => text ?? content.map(spaced).join(' ')

/** Two short texts word by word, for a table of fields. */
export const diffWords = (from: string, to: string): Run[] => {
  const tokens = (text: string) => [...WORDS.segment(text)].map(({ segment }) => segment)
  return gathered(
    diffArrays(tokens(from), tokens(to)).map(({ value, added, removed }) => [
      { kind: added ? 'added' : removed ? 'removed' : 'same', text: value.join(''), marks: [] },
    ]),
  )
}
