import { expect, test } from 'vitest'
import { moved, newQuestion, questionsIn } from './faq.ts'

const pairsIn = (text: string) => questionsIn(text).map(({ question, answer }) => [question, answer])

test.each([
  ['one pair', 'Q: How long?\nA: Two hours.', [['How long?', 'Two hours.']]],
  [
    'several pairs, in any case and with any mark',
    'question. One?\nANSWER) First.\n\nq: Two?\na: Second.',
    [
      ['One?', 'First.'],
      ['Two?', 'Second.'],
    ],
  ],
  ['an answer of several lines', 'Q: How?\nA: First this.\n\nThen that.\n', [['How?', 'First this.\n\nThen that.']]],
  ['lines of Windows', 'Q: How?\r\nA: So.\r\n', [['How?', 'So.']]],
  ['words before the first question', 'Frequently asked\nQ: How?\nA: So.', [['How?', 'So.']]],
  ['a question without an answer', 'Q: How?\nQ: Why?\nA: So.', [['Why?', 'So.']]],
  ['an answer without a question', 'A: So.', []],
  ['a word that only begins with the letter', 'Quite: so\nAll: so', []],
])('what is pasted may hold %s', (_, text, pairs) => {
  expect(pairsIn(text)).toEqual(pairs)
})

test('a question that goes on in the next line is one question', () => {
  expect(pairsIn('Q: How long does\na tube last?\nA: Two hours.')).toEqual([
    ['How long does a tube last?', 'Two hours.'],
  ])
})

test('a question moves by one place, and stays where it is at either end', () => {
  const items = ['one', 'two', 'three'].map((question) => newQuestion(question))
  const [one, two, three] = items.map(({ key }) => key)
  const order = (list: typeof items) => list.map(({ question }) => question)

  expect(order([...moved(items, two!, -1)])).toEqual(['two', 'one', 'three'])
  expect(order([...moved(items, two!, 1)])).toEqual(['one', 'three', 'two'])
  expect(moved(items, one!, -1)).toBe(items)
  expect(moved(items, three!, 1)).toBe(items)
  expect(moved(items, 'of another', 1)).toBe(items)
})
