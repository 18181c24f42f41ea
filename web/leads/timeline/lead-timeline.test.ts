import { expect, test } from 'vitest'
import type { ChangeSet, Comment } from '#contract/leads/lead-details.ts'
import { timelineOf } from './lead-timeline.ts'

const act = (at: string, changes: [field: string, now: unknown][], more: Partial<ChangeSet> = {}): ChangeSet => ({
  change_set: `act-${at}`,
  at,
  actor: { kind: 'person', id: 1, name: 'Asha Verma' },
  on_behalf_of: null,
  channel: 'screen',
  act: 'assigned-leads.start',
  reason: null,
  time_in_status: null,
  changes: changes.map(([field, now]) => ({
    entity: 'leads',
    entity_id: 7,
    verb: 'updated',
    field,
    old: null,
    new: now,
  })),
  ...more,
})
const comment: Comment = {
  id: 1,
  leadId: 7,
  comment: 'Ask for the PO contact',
  author: { id: 2, name: 'Grace Whitfield' },
  mentions: [],
  pinned: false,
  created_at: '2026-03-12T10:00:00Z',
  edited_at: null,
}
const words = (entry: { who: string | undefined; words: string; whom?: string }) =>
  [entry.who, entry.words, entry.whom].filter(Boolean).join(' ')

test('comments and acts are one story, newest first', () => {
  const entries = timelineOf(
    [comment],
    [act('2026-03-12T11:00:00Z', [['status', 'in-progress']]), act('2026-03-12T09:00:00Z', [['company', 'Aziz']])],
  )

  expect(entries.map(words)).toEqual([
    'Asha Verma set In progress',
    'Grace Whitfield commented',
    'Asha Verma changed company',
  ])
})

test('an assignment names whom it went to and keeps its decision', () => {
  const decision = {
    list: 'qa',
    mode: 'auto',
    chosen: { id: 3, name: 'Olu Ade' },
    considered: [],
    tie_break: null,
    sticky: false,
    why: 'Olu Ade was due most',
  } as const
  const rule = { actor: { kind: 'rule', id: null, name: 'Auto-assign' }, decision: { ...decision, considered: [] } }
  const [entry] = timelineOf(
    [],
    [
      act(
        '2026-03-12T11:00:00Z',
        [
          ['assigned_qa', { id: 3, name: 'Olu Ade' }],
          ['status', 'assigned'],
        ],
        rule,
      ),
    ],
  )

  expect(entry && words(entry)).toBe('Auto-assigned to Olu Ade')
  expect(entry?.decision?.why).toBe('Olu Ade was due most')
})

test('an invalid verdict tells its reason and its note', () => {
  const [entry] = timelineOf(
    [],
    [
      act('2026-03-12T11:00:00Z', [
        ['status', 'invalid'],
        ['reason_code', 'not_our_product'],
        ['reason_note', 'office chairs'],
      ]),
    ],
  )

  expect(entry && words(entry)).toBe('Asha Verma marked it invalid')
  expect(entry?.reason).toBe('Not our product: office chairs')
})

test('an act that only wrote a comment is told once, by the comment', () => {
  const history = [act('2026-03-12T10:00:00Z', [])]
  history[0]!.changes = [{ entity: 'lead_comments', entity_id: 1, verb: 'created', field: 'body', old: null, new: 'x' }]

  expect(timelineOf([comment], history)).toHaveLength(1)
})

test('a step of the enquiry is told as what it is, though it has accepted the lead', () => {
  const { changes, ...moved } = act('2026-03-12T09:00:00Z', [['enquiry_status', 'contacted']])
  const accepted = { ...changes[0]!, entity: 'lead_acceptances', field: 'opened_at', new: '2026-03-12T09:00:00Z' }

  expect(timelineOf([], [{ ...moved, changes: [accepted, ...changes] }]).map(words)).toEqual([
    'Asha Verma set the enquiry to Contacted',
  ])
  expect(timelineOf([], [{ ...moved, changes: [accepted] }]).map(words)).toEqual(['Asha Verma accepted it'])
})

test('what an import changed says so, for no name stands before it', () => {
  const changed = act('2026-03-12T09:00:00Z', [['city', 'Berlin']])

  expect(timelineOf([], [{ ...changed, actor: { ...changed.actor, kind: 'import' } }]).map(words)).toEqual([
    'An import changed city',
  ])
  expect(timelineOf([], [changed]).map(words)).toEqual(['Asha Verma changed city'])
})
