import { expect, test } from 'vitest'
import type { RecentChange } from '#contract/platform/changes.ts'
import { capitalised, sentenceOf, touchedWords } from './change-words.ts'

const LEAD = { one: 'lead', many: 'leads' }
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
  about: { entity: 'leads', id: 7, name: 'Yuki Tanabe' },
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
    expect(sentenceOf({ ...change, about: { entity: 'leads', id: 7, name } })).toBe(`Validated ${name}`)
    expect(sentenceOf({ ...change, did: 'Changed the source *', about: { entity: 'lead_sources', id: 7, name } })).toBe(
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

test('a default notification is named by its kind, as on the screen', () => {
  const usual = { ...change, did: 'Changed default notifications: *', touched: [] }
  const about = (name: string) => ({ entity: 'notification_usuals', id: 1, name })
  expect(sentenceOf({ ...usual, about: about('verdict') })).toBe('Changed default notifications: Changed verdicts')
  expect(sentenceOf({ ...usual, about: about('of tomorrow') })).toBe('Changed default notifications: of tomorrow')
})

test('what has a code is called as on its screen', () => {
  const told = (did: string, entity: string, name: string) =>
    sentenceOf({ ...change, did, touched: [], about: { entity, id: 1, name } })
  expect(told('Changed the target: *', 'sla_targets', 'handling')).toBe('Changed the target: First handling by QA')
  expect(told('Changed the target: *', 'sla_targets', 'response manual')).toBe(
    'Changed the target: First response by sales, Added manually',
  )
  expect(told('Changed the status *', 'status_words', 'in-progress')).toBe('Changed the status In progress')
  expect(told('Changed the source *', 'lead_sources', 'manual')).toBe('Changed the source Added manually')
  expect(told('Changed the source *', 'lead_sources', 'Hand-written_2')).toBe('Changed the source Hand-written_2')
  expect(told('Changed the reason *', 'invalid_reasons', 'spam_or_bot')).toBe('Changed the reason Spam or bot')
})

test('what was touched is counted once for each kind', () => {
  const leads = change.touched.concat({ entity: 'leads', noun: LEAD, verb: 'created', rows: 2 })
  expect(touchedWords(change)).toBe('1 lead, 1 verdict')
  expect(touchedWords({ touched: leads })).toBe('3 leads, 1 verdict')
  expect(capitalised('note on the reason')).toBe('Note on the reason')
})
