import { randomId } from '#web/kit/data/random-id.ts'
import type { FaqEntry } from './post-fields.ts'

export const newQuestion = (question = '', answer = ''): FaqEntry => ({ key: randomId(), question, answer })

/** Moves one by a place; the same list at either end. */
export const moved = (items: readonly FaqEntry[], key: string, by: 1 | -1): readonly FaqEntry[] => {
  const at = items.findIndex((item) => item.key === key)
  const item = items[at]
  return !item || at + by < 0 || at + by >= items.length ? items : items.toSpliced(at, 1).toSpliced(at + by, 0, item)
}

/** Questions and answers from lines that begin with "Q:" and "A:". */
export const questionsIn = (text: string): FaqEntry[] => {
  const items: { question: string; answer: string }[] = []
  let into: 'question' | 'answer' | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, mark, rest = ''] = /^(Q|A|Question|Answer)[:.)](.*)$/i.exec(line.trim()) ?? []
    if (mark?.toUpperCase().startsWith('Q')) {
      items.push({ question: rest.trim(), answer: '' })
      into = 'question'
    } else if (mark) into = 'answer'
    const last = items.at(-1)
    if (!last || into === undefined || mark?.toUpperCase().startsWith('Q')) continue
    const words = mark ? rest.trim() : line
    last[into] =
      into === 'question' ? `${last.question} ${words}`.trim() : `${last.answer}${last.answer && '\n'}${words}`
  }
  return items
    .map(({ question, answer }) => newQuestion(question.trim(), answer.trim()))
    .filter(({ question, answer }) => question !== '' && answer !== '')
}
