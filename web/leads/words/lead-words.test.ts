import { expect, test } from 'vitest'
import { labelOf, reasonCodes } from './lead-words.ts'

test('a reason of the company’s own is among its reasons, whatever its code reads like', () => {
  const own = (code: string) => ({ code, label: 'Own', hidden: false, gone: false })

  const codes = reasonCodes({ statuses: [], sources: [], reasons: [own('constructor'), own('too_small')] })

  expect(codes.slice(-3)).toEqual(['constructor', 'too_small', 'other'])
})

test('a code without a label is told in its own words', () => {
  expect(labelOf({}, 'constructor')).toBe('Constructor')
  expect(labelOf({}, 'too_small')).toBe('Too small')
})
