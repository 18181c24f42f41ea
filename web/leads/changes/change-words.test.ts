import { expect, test } from 'vitest'
import type { RecentChange } from '#contract/platform/changes.ts'
import { fieldName, fieldWords, sentenceOf, touchedWords } from './change-words.ts'

const change: RecentChange = {
  id: 1,
  change_set: 'a',
  act: 'assigned-leads.validate',
  at: '2026-03-12T08:00:00Z',
  actor: { kind: 'person', id: 1, name: 'Ada' },
  channel: 'screen',
  reason: null,
  touched: [
    { entity: 'leads', verb: 'updated', rows: 1 },
    { entity: 'lead_verdicts', verb: 'created', rows: 1 },
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
    expect(
      sentenceOf({ ...change, act: 'company-words.setSource', about: { entity: 'lead_sources', id: 7, name } }),
    ).toContain(name)
  },
)

test('without a name it is told by how many, and an act of tomorrow by what it touched', () => {
  const many = { ...change, about: null, touched: [{ entity: 'leads', verb: 'updated', rows: 12 }] }
  expect(sentenceOf({ ...many, act: 'bulk.assign' })).toBe('Assigned 12 leads')
  expect(sentenceOf({ ...many, act: 'tomorrow.act' })).toBe('Changed 12 leads')
  expect(sentenceOf({ ...many, act: 'x.y', touched: [{ entity: 'vendor_notes', verb: 'created', rows: 1 }] })).toBe(
    'Added 1 vendor note',
  )
})

test('default notifications are named by type, as on the screen', () => {
  const usual = { ...change, act: 'notifications.changeUsual', touched: [] }
  const about = (name: string) => ({ entity: 'notification_usuals', id: 1, name })
  expect(sentenceOf({ ...usual, about: about('verdict') })).toBe('Changed default notifications: Changed verdicts')
  expect(sentenceOf({ ...usual, about: about('of tomorrow') })).toBe('Changed default notifications: of tomorrow')
})

test('what has a code is called as on its screen', () => {
  const told = (act: string, entity: string, name: string) =>
    sentenceOf({ ...change, act, touched: [], about: { entity, id: 1, name } })
  expect(told('configuration.setTarget', 'sla_targets', 'handling')).toBe('Changed the target: First handling by QA')
  expect(told('configuration.setTarget', 'sla_targets', 'response manual')).toBe(
    'Changed the target: First response by sales, Added manually',
  )
  expect(told('company-words.setStatus', 'status_words', 'in-progress')).toBe('Changed the status In progress')
  expect(told('company-words.setSource', 'lead_sources', 'manual')).toBe('Changed the source Added manually')
  expect(told('company-words.setSource', 'lead_sources', 'Hand-written_2')).toBe('Changed the source Hand-written_2')
  expect(told('company-words.changeReason', 'invalid_reasons', 'spam_or_bot')).toBe('Changed the reason Spam or bot')
})

test('what was touched is counted once for each kind, and columns have names for people', () => {
  expect(touchedWords(change)).toBe('1 lead, 1 verdict')
  expect([fieldWords('assigned_qa'), fieldWords('reason_note')]).toEqual(['QA', 'Note on the reason'])
  expect([fieldWords('code', 'status_words'), fieldName('calendar_id', 'sla_targets')]).toEqual(['Status', 'calendar'])
})

test('a setting is called as in its form', () => {
  expect(fieldWords('allowed_origins', 'intake_forms')).toBe('Allowed websites')
  expect(fieldWords('status', 'intake_forms')).toBe('State')
  expect(fieldWords('hours', 'assignment_entries')).toBe('Working hours')
})
