import { afterEach, expect, test } from 'vitest'
import { LABEL_COLOURS } from '#contract/leads/company-words.ts'
import { ENQUIRY_STATUSES, INVALID_REASONS, LEAD_SOURCES, LEAD_STATUSES } from '#contract/leads/lead.ts'
import { SLA_CLOCKS } from '#contract/leads/lead-clocks.ts'
import { DIGESTS, NOTIFICATION_KINDS } from '#contract/platform/notifications.ts'
import type { RecentChange } from '#contract/platform/changes.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import * as platform from '#web/platform/changes/change-words.ts'
import { CHANGE_WORDS } from './lead-changes.ts'
import { WORDS } from '#web/leads/company-words/company-words.ts'

const valueWords = (entity: string, field: string, value: unknown) =>
  platform.valueWords(CHANGE_WORDS, entity, field, value)

const sentenceOf = (change: RecentChange) => platform.sentenceOf(CHANGE_WORDS, change)
const NOUN = { one: 'row', many: 'rows' }
const aboutOne = (entity: string, name: string) => ({ entity, noun: NOUN, id: 1, name, label: null, href: null })
const CHANGE: RecentChange = {
  id: 1,
  did: null,
  change_set: 'a',
  act: 'configuration.change',
  at: '2026-03-12T08:00:00Z',
  actor: { kind: 'person', id: 1, name: 'Ada' },
  channel: 'screen',
  reason: null,
  touched: [],
  rows: 1,
  about: null,
  among: [],
  fields: [],
  undoes: 'nothing',
  undone: null,
  not_undoable: null,
}

afterEach(() => queryClient.clear())

test('a stored word is told as the screen says it where it is chosen', () => {
  const told: [entity: string, field: string, value: unknown, words: string][] = [
    ['notification_usuals', 'digest', 'none', 'No email'],
    ['notification_usuals', 'digest', 'hourly', 'Every hour'],
    ['notification_usuals', 'kind', 'verdict', 'Changed verdicts'],
    ['leads', 'status', 'in-progress', 'In progress'],
    ['lead_verdicts', 'verdict', 'valid', 'Valid'],
    ['leads', 'reason_code', 'not_our_product', 'Not our product'],
    ['leads', 'source', 'manual', 'Added manually'],
    ['leads', 'lead_no', 1801, '1801'],
    ['leads', 'country', 'IN', 'India'],
    ['leads', 'assigned_how', 'self', 'Taken'],
    ['restricted_domains', 'match', 'exact', 'This domain only'],
    ['restricted_domains', 'status', 'inactive', 'Inactive'],
    ['assignment_entries', 'status', 'paused', 'Paused'],
    ['assignment_entries', 'weight', 2, '× 2'],
    ['assignment_entries', 'accepts_sources', ['event', 'manual'], 'Event, Added manually'],
    ['assignment_entries', 'accepts_countries', ['DE', 'PK'], 'Germany, Pakistan'],
    ['assignment_settings', 'alert_minutes', 90, 'After 1 h 30 min'],
    ['assignment_settings', 'most_credit', 0, 'Nothing'],
    ['enquiry_checks', 'machine_effect', 'to_qa', 'Send to QA with a warning'],
    ['enquiry_checks', 'fill_seconds', 0, 'Off'],
    ['sla_targets', 'clock', 'response', 'First response by sales'],
    ['sla_targets', 'minutes', 90, '1 h 30 min'],
    ['status_words', 'colour', 'geekblue', 'Geek blue'],
    ['lead_verdicts', 'checklist', [{ item: 3, answer: 'not_sure' }], 'Question 3: Not sure'],
    ['checklists', 'items', [{ item: 1, question: 'Is it ours?', blocking: true }], 'Is it ours? (needs a yes)'],
    ['working_calendars', 'week', [[['09:00', '17:00']], []], 'Monday: 09:00–17:00\nTuesday: Closed'],
  ]
  for (const [entity, field, value, words] of told) expect(valueWords(entity, field, value)).toBe(words)
})

test('having none is told where it means something', () => {
  const none = (entity: string, field: string, value: unknown = null) => valueWords(entity, field, value)
  expect(none('retention_settings', 'invalid_months')).toBe('Never')
  expect(none('assignment_settings', 'alert_minutes')).toBe('Off')
  expect(none('assignment_entries', 'daily_cap')).toBe('No cap')
  expect(none('assignment_entries', 'calendar_id')).toBe('Always')
  expect(none('assignment_entries', 'accepts_sources', [])).toBe('All sources')
  expect(none('sla_targets', 'source')).toBe('All sources')
  expect(none('intake_forms', 'source')).toBe('Website form')
  expect(none('status_words', 'colour')).toBe('Default')
  expect(none('leads', 'lost_reason')).toBeUndefined()
})

test('a weight or a colour of another table is told as it is', () => {
  expect(valueWords('products', 'weight', 2)).toBeUndefined()
  expect(valueWords('products', 'colour', 'red')).toBeUndefined()
})

test('every word of a set has one for people', () => {
  const sets: [entity: string, field: string, values: readonly string[]][] = [
    ['leads', 'status', LEAD_STATUSES],
    ['leads', 'enquiry_status', ENQUIRY_STATUSES],
    ['leads', 'source', LEAD_SOURCES],
    ['leads', 'reason_code', INVALID_REASONS],
    ['sla_targets', 'clock', SLA_CLOCKS],
    ['notification_usuals', 'digest', DIGESTS],
    ['notification_usuals', 'kind', NOTIFICATION_KINDS],
    ['status_words', 'code', [...LEAD_STATUSES, ...ENQUIRY_STATUSES]],
    ['status_words', 'colour', LABEL_COLOURS],
  ]
  for (const [entity, field, values] of sets)
    for (const value of values) expect(valueWords(entity, field, value)).toMatch(/^[A-Z][^_]*$/)
})

test('a company’s own words are told, and text stays as it was written', () => {
  const own = { code: 'hanover_fair', label: 'Fairs', hidden: false, gone: false }
  queryClient.setQueryData(WORDS.queryKey, {
    success: true,
    data: { statuses: [{ code: 'valid', label: 'Good', colour: null }], sources: [own], reasons: [] },
  })
  expect(valueWords('leads', 'source', 'hanover_fair')).toBe('Fairs')
  expect(valueWords('leads', 'status', 'valid')).toBe('Good')
  expect(valueWords('leads', 'name', 'valid')).toBeUndefined()
  expect(valueWords('lead_sources', 'label', 'hourly')).toBe('hourly')
})

test('a default notification is named by its kind, as on the screen', () => {
  const usual = { ...CHANGE, did: 'Changed default notifications: *' }
  const about = (name: string) => aboutOne('notification_usuals', name)
  expect(sentenceOf({ ...usual, about: about('verdict') })).toBe('Changed default notifications: Changed verdicts')
  expect(sentenceOf({ ...usual, about: about('of tomorrow') })).toBe('Changed default notifications: of tomorrow')
})

test('what has a code is called as on its screen', () => {
  const told = (did: string, entity: string, name: string) =>
    sentenceOf({ ...CHANGE, did, about: aboutOne(entity, name) })
  expect(told('Changed the target: *', 'sla_targets', 'handling')).toBe('Changed the target: First handling by QA')
  expect(told('Changed the target: *', 'sla_targets', 'response manual')).toBe(
    'Changed the target: First response by sales, Added manually',
  )
  expect(told('Changed the status *', 'status_words', 'in-progress')).toBe('Changed the status In progress')
  expect(told('Changed the source *', 'lead_sources', 'manual')).toBe('Changed the source Added manually')
  expect(told('Changed the source *', 'lead_sources', 'Hand-written_2')).toBe('Changed the source Hand-written_2')
  expect(told('Changed the reason *', 'invalid_reasons', 'spam_or_bot')).toBe('Changed the reason Spam or bot')
})
