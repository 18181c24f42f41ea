import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { del, get, post, put } from '#contract/kit/endpoint.ts'
import { fieldName, NO_HISTORY, type Entity } from '#contract/kit/history.ts'

const call = { summary: 'x', permission: 'signed-in', reply: Type.Object({}), failure: 'x' } as const

test('a write says what the history calls it, or that it leaves none; a read says neither', () => {
  const written = [
    post('/x', { ...call, did: 'Added *' }),
    post('/x', { ...call, did: NO_HISTORY }),
    post('/x', { ...call, effect: 'read' }),
    get('/x', call),
    // @ts-expect-error A write without its sentence does not compile.
    post('/x', call),
    // @ts-expect-error
    put('/x', call),
    // @ts-expect-error
    del('/x', call),
  ]

  expect(written.map(({ effect }) => effect)).toEqual(['write', 'write', 'read', 'read', 'write', 'write', 'write'])
})

test('a table of the history says whether it can be undone', () => {
  const noun = { one: 'note', many: 'notes' }
  // @ts-expect-error A table that says nothing about undo does not compile.
  const silent: Entity = { noun }
  const declared: Entity = { noun, fields: { reason_code: 'reason' }, undo: 'undoable' }

  expect(silent.undo).toBeUndefined()
  expect(['reason_code', 'zip_code', 'deleted_at'].map((field) => fieldName(declared, field))).toEqual([
    'reason',
    'zip code',
    'deleted',
  ])
})
