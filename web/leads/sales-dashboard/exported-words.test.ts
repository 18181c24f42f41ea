import { expect, test } from 'vitest'
import { exportedWords } from './exported-words.ts'

test('a file of all members says how many they are', () => {
  expect(exportedWords({ members: 1, all_members: 1 })).toEqual({ isWhole: true, text: '1 member exported' })
  expect(exportedWords({ members: 1_000, all_members: 1_000 }).text).toBe('1,000 members exported')
})

test('a file that ends before the last member says so', () => {
  expect(exportedWords({ members: 1_000, all_members: 1_234 })).toEqual({
    isWhole: false,
    text: 'Only the first 1,000 of 1,234 members exported; the last line counts all of them',
  })
})
