import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

/** Words that no sentence for people uses, each with what to write. */
const STOP: readonly (readonly [RegExp, string])[] = [
  [/\b(told|tells)\b/i, 'shows, says, notifies'],
  [/\bkept\b/i, 'stored, remembered'],
  [/\b(holds|held|holder)\b/i, 'owns, owner, assigned to, quarantined'],
  [/\b(hold|held|holds) back\b/i, 'quarantine'],
  [/\basked\b(?! (by|on)\b)/i, 'requested'],
  [/\b(heard|hears)\b/i, 'notified'],
  [/\banew\b/i, 'again'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\b(whoever|somebody who)\b/i, 'people who, the owner'],
  [/\b(goes|going|gone|went) on\b/i, 'continues'],
  [/\bis there\b(?!.*\?)/i, 'exists'],
  [/\b(taken|takes|take|took)( \S+)? back\b/i, 'undone'],
  [/\bcame by\b/i, 'source'],
  [/\blets? in\b/i, 'allowed'],
  [/\bdoes best\b/i, 'is best'],
  [/\bthe chosen\b/i, 'selected'],
  [/\busual(ly)?\b/i, 'default, normal'],
  [/\bof (one|its|their|your|our)('s|’s)? own\b/i, 'custom'],
  [/\bmoment\b/i, 'a point in time, now'],
  [/\be-mail/i, 'email'],
  [/\bthrow-?away\b/i, 'disposable'],
  [/\bturn(ed|s)?\b.* over\b/i, 'change the verdict'],
  [/^(what|who asks|of these)\b(?!.*\?)/i, 'a subject'],
]

/** Strings of the seed stay as they are written there; none of them has such a word today. */
const SEED: readonly string[] = []

/** They speak for customers, or to a computer. */
const NOT_OURS =
  /\.(test|e2e)\.tsx?$|^server\/(test|demo|db\/migrations)\/|^server\/domain\/message-words\.ts$|header-names\.ts$|write-tables\.ts$/
const NOT_READ = new Set(['className', 'style', 'd', 'viewBox'])

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const files = globSync(['{web,contract,server,scripts}/**/*.{ts,tsx,js,mjs,html}'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !NOT_OURS.test(file))

test('the check finds a word to stop using in a text, a template and JSX, and only there', () => {
  const source = `
    import { kept } from './kept.ts'
    const held = 'Your filters are kept.'
    const told = \`\${held} was told to \${told}\`
    export const Note = () => <p className="kept back">Taken back <b title="It goes on">now</b></p>
    sql\`select held from kept\``

  expect(faultsIn('note.tsx', source).map(({ text }) => text)).toEqual([
    'Your filters are kept.',
    '* was told to *',
    'Taken back',
    'It goes on',
  ])
})

test('no text for people has a word to stop using', () => {
  const faults = files.flatMap((file) => faultsIn(file, readFileSync(file, 'utf8')))

  expect(files.length).toBeGreaterThan(300)
  expect(faults.map(({ file, line, text, better }) => `${file}:${line}: “${text}” → ${better}`)).toEqual([])
})

function faultsIn(file: string, source: string) {
  return textsOf(file, source).flatMap(({ at, text }) => {
    const [, better] = (!SEED.includes(text) && STOP.find(([word]) => word.test(text))) || []
    return better === undefined ? [] : [{ file, line: source.slice(0, at).split('\n').length, text, better }]
  })
}

/** What a person may read: two words at least, or one that begins like a sentence. */
function textsOf(file: string, source: string) {
  const found = file.endsWith('.html')
    ? [...source.replaceAll(/<!--[^]*?-->/g, '').matchAll(/>([^<]+)</g)].map(({ 1: text = '', index }) => ({
        at: index,
        text,
      }))
    : literalsOf(parseSync(file, source).program)
  return found
    .map(({ at, text }) => ({ at, text: text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => /[a-z]{2}/i.test(text) && (/\S \S/.test(text) || /^[A-Z][a-z]/.test(text)))
    .filter(({ text }) => !/^(select|with \w+ as|insert into|update|delete from) /.test(text))
}

function literalsOf(node: unknown): { at: number; text: string }[] {
  if (Array.isArray(node)) return node.flatMap(literalsOf)
  if (!isNode(node) || isCode(node)) return []
  const { type, start, value } = node
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return [{ at: start, text: value }]
  const within = Object.entries(node).flatMap(([key, child]) => (key === 'type' ? [] : literalsOf(child)))
  return type === 'TemplateLiteral' ? [{ at: start, text: writtenOf(node) }, ...within] : within
}

/** Imports, types, statements for the database, and attributes that nobody reads. */
function isCode(node: Node): boolean {
  if (/^(Import|ExportAll|TS(Literal|Union)Type|TSTypeAlias|TSInterface)/.test(node.type)) return true
  if (node.type === 'ExportNamedDeclaration') return isNode(node['source'])
  if (node.type === 'TaggedTemplateExpression') return isNode(node['tag']) && nameOf(node['tag']) === 'sql'
  return node.type === 'JSXAttribute' && isNode(node['name']) && NOT_READ.has(nameOf(node['name']))
}

const nameOf = (node: Node): string => {
  if (typeof node['name'] === 'string') return node['name']
  const inner = node['expression'] ?? node['object']
  return isNode(inner) ? nameOf(inner) : ''
}

/** A template with a star for each value. */
const writtenOf = ({ quasis }: Node) =>
  (Array.isArray(quasis) ? quasis : []).map((each) => String(Object(Object(each).value).cooked)).join('*')
