import { expect, test } from 'vitest'
import type { RecentChange } from '#contract/platform/changes.ts'
import { changeWords, runSentenceOf } from './change-words.ts'
import { runsOf, thingsOf } from './change-runs.ts'

const WORDS = changeWords({ values: {}, ids: {}, names: {}, hidden: [], main: ['leads'] })
const LEAD = { one: 'lead', many: 'leads' }

/** Ada validates a lead, at so many minutes past nine. */
const change = (minute: number, id: number, different: Partial<RecentChange> = {}): RecentChange => ({
  id: minute,
  did: 'Validated *',
  change_set: `set ${minute}`,
  act: 'assigned-leads.validate',
  at: new Date(Date.UTC(2026, 2, 12, 9, minute)).toISOString(),
  actor: { kind: 'person', id: 1, name: 'Ada' },
  channel: 'screen',
  reason: null,
  touched: [{ entity: 'leads', noun: LEAD, verb: 'updated', rows: 1 }],
  rows: 1,
  about: { entity: 'leads', noun: LEAD, id, name: `Person ${id}`, label: `No. ${id}`, href: `/lead/${id}` },
  among: [],
  fields: [],
  undoes: 'nothing',
  undone: null,
  not_undoable: null,
  ...different,
})
const BEN = { kind: 'person', id: 2, name: 'Ben' }
const inShort = (changes: readonly RecentChange[]) =>
  runsOf(changes).map(({ acts }) => `${acts[0]!.actor.name}: ${runSentenceOf(WORDS, acts)}`)

test('equal acts of one person near in time are one row, also between those of others', () => {
  const changes = [change(20, 3), change(18, 9, { actor: BEN }), change(15, 2), change(10, 1)]
  expect(inShort(changes)).toEqual(['Ada: Validated 3 leads', 'Ben: Validated Person 9'])
  expect(thingsOf(runsOf(changes)[0]!.acts).map(({ label }) => label)).toEqual(['No. 3', 'No. 2', 'No. 1'])
})

test('another act, an undo and a longer pause each begin a new row', () => {
  expect(inShort([change(59, 3), change(20, 2)])).toHaveLength(2)
  expect(inShort([change(20, 3, { did: 'Commented on *' }), change(19, 2)])).toHaveLength(2)
  expect(inShort([change(20, 3, { undoes: 'act' }), change(19, 2)])).toEqual([
    'Ada: Undid: Validated Person 3',
    'Ada: Validated Person 2',
  ])
})

test('the same thing changed several times is named, not counted', () => {
  expect(inShort([change(20, 3, { did: 'Changed *' }), change(19, 3, { did: 'Changed *' })])).toEqual([
    'Ada: Changed Person 3',
  ])
})

test('an act of a person on many things is a row of its own, those of a machine are one', () => {
  const many = { about: null, touched: [{ entity: 'leads', noun: LEAD, verb: 'updated', rows: 40 }] }
  const machine = { ...many, actor: { kind: 'rule', id: null, name: 'Auto-assign' } }
  expect(inShort([change(20, 1, many), change(19, 1, many)])).toHaveLength(2)
  expect(inShort([change(20, 1, machine), change(19, 1, machine)])).toEqual(['Auto-assign: Validated 80 leads'])
})

test('the steps of an import are one row, and those of the import before it another', () => {
  const of = (verb: string, entity: string, rows: number) => ({ entity, noun: LEAD, verb, rows })
  const step = (minute: number, act: string, did: string, ...more: ReturnType<typeof of>[]) =>
    change(minute, 0, { act, did, about: null, touched: [of('updated', 'imports', 1), ...more] })
  const imported = (from: number) => [
    step(from + 3, 'imports.run', 'Imported *', of('created', 'leads', 20)),
    step(from + 2, 'imports.run', 'Imported *', of('created', 'leads', 100)),
    step(from + 1, 'imports.start', 'Started an import'),
    step(from, 'imports.begin', 'Started uploading an import'),
  ]

  expect(inShort([...imported(20), ...imported(10)])).toEqual(['Ada: Imported 120 leads', 'Ada: Imported 120 leads'])
})

test('wherever a page ends, the rows are the same as those of all changes at once', () => {
  const changes = Array.from({ length: 30 }, (_, at) => change(59 - at, at, at % 3 ? {} : { actor: BEN }))
  const whole = runsOf(changes)
  for (const end of [1, 7, 20]) {
    const begun = runsOf(changes.slice(0, end))
    expect(whole.slice(0, begun.length).map(({ newest }) => newest.id)).toEqual(begun.map(({ newest }) => newest.id))
  }
})
