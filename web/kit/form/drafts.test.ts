import { expect, test } from 'vitest'
import { draftsOf } from './drafts.ts'

const ADA = { companyId: '7', personId: 1 }

const newShelf = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('a half-written form is offered again', () => {
  const drafts = draftsOf(ADA, newShelf())

  drafts.keep('add-lead', { name: 'Yuki', products: [{ quantity: 2 }] })

  expect(drafts.read('add-lead')?.values).toEqual({ name: 'Yuki', products: [{ quantity: 2 }] })
})

test('neither another company nor another person in the same tab ever sees it', () => {
  const shelf = newShelf()
  draftsOf(ADA, shelf).keep('add-lead', { name: 'Yuki' })

  expect(draftsOf({ ...ADA, companyId: '8' }, shelf).read('add-lead')).toBeUndefined()
  expect(draftsOf({ ...ADA, personId: 2 }, shelf).read('add-lead')).toBeUndefined()
})

test('blanks are no draft', () => {
  const drafts = draftsOf(ADA, newShelf())
  drafts.keep('add-lead', { name: 'Yuki' })

  drafts.keep('add-lead', { name: '', products: [{}], consent: false })

  expect(drafts.read('add-lead')).toBeUndefined()
})

test('a full or broken storage never hurts the form', () => {
  const broken = {
    getItem: () => '{',
    setItem: () => {
      throw new Error('full')
    },
    removeItem: () => undefined,
  }
  const drafts = draftsOf(ADA, broken)

  expect(() => drafts.keep('add-lead', { name: 'Yuki' })).not.toThrow()
  expect(drafts.read('add-lead')).toBeUndefined()
})
