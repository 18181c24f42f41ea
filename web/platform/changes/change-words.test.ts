import { expect, test } from 'vitest'
import type { RecentChange } from '#contract/platform/changes.ts'
import { capitalised, changeWords, sentenceOf as sentenceIn, touchedWords, valueWords } from './change-words.ts'

const WORDS = changeWords(
  {
    values: { state: () => 'of leads' },
    ids: {},
    names: { lead_sources: (code) => (code === 'web' ? 'Website' : undefined) },
    hidden: [],
    main: ['leads'],
  },
  { values: { 'posts.state': () => 'of posts' }, ids: {}, names: {}, hidden: [], main: [] },
)
const sentenceOf = (one: RecentChange) => sentenceIn(WORDS, one)

const LEAD = { one: 'lead', many: 'leads' }
const about = (entity: string, name: string, id = 7) => ({ entity, noun: LEAD, id, name, label: null, href: null })
const change: RecentChange = {
  id: 1,
  did: 'Validated *',
  change_set: 'a',
  act: 'assigned-leads.validate',
  at: '2026-03-12T08:00:00Z',
  actor: { kind: 'person', id: 1, name: 'Ada' },
  channel: 'screen',
  reason: null,
  touched: [
    { entity: 'leads', noun: LEAD, verb: 'updated', rows: 1 },
    { entity: 'lead_verdicts', noun: { one: 'verdict', many: 'verdicts' }, verb: 'created', rows: 1 },
  ],
  rows: 2,
  about: about('leads', 'Yuki Tanabe'),
  among: [],
  fields: [],
  undoes: 'nothing',
  undone: null,
  not_undoable: null,
}

test('an act is told by what it did to whom, an undo by what it took back', () => {
  expect(sentenceOf(change)).toBe('Validated Yuki Tanabe')
  expect(sentenceOf({ ...change, undoes: 'act' })).toBe('Undid: Validated Yuki Tanabe')
  expect(sentenceOf({ ...change, undoes: 'undo' })).toBe('Redid: Validated Yuki Tanabe')
})

test.each(['Save $& more', "$$ $' $`", 'constructor', 'toString'])(
  'what is called %j is told so to the letter',
  (name) => {
    expect(sentenceOf({ ...change, about: about('leads', name) })).toBe(`Validated ${name}`)
    expect(sentenceOf({ ...change, did: 'Changed the source *', about: about('lead_sources', name) })).toBe(
      `Changed the source ${name}`,
    )
  },
)

test('without a name it is told by how many, and an act of tomorrow by what it touched', () => {
  const many = { ...change, about: null, touched: [{ entity: 'leads', noun: LEAD, verb: 'updated', rows: 12 }] }
  expect(sentenceOf({ ...many, did: 'Assigned *' })).toBe('Assigned 12 leads')
  expect(sentenceOf({ ...many, did: null })).toBe('Changed 12 leads')
  const notes = { entity: 'vendor_notes', noun: { one: 'vendor note', many: 'vendor notes' }, verb: 'created', rows: 1 }
  expect(sentenceOf({ ...many, did: null, touched: [notes] })).toBe('Added 1 vendor note')
})

test('what was touched is counted once for each kind', () => {
  const leads = change.touched.concat({ entity: 'leads', noun: LEAD, verb: 'created', rows: 2 })
  expect(touchedWords(change)).toBe('1 lead, 1 verdict')
  expect(touchedWords({ touched: leads })).toBe('3 leads, 1 verdict')
  expect(capitalised('note on the reason')).toBe('Note on the reason')
})

test('each module says how its own tables are shown', () => {
  const source = { ...change, did: 'Changed the source *', about: about('lead_sources', 'web') }

  expect(sentenceOf(source)).toBe('Changed the source Website')
  expect(valueWords(WORDS, 'posts', 'state', 'new')).toBe('of posts')
  expect(valueWords(WORDS, 'leads', 'state', 'new')).toBe('of leads')
  expect(valueWords(WORDS, 'memberships', 'status', 'invited')).toBe('Invited')
  expect(valueWords(WORDS, 'posts', 'title', 'new')).toBeUndefined()
})
