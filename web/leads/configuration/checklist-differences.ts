import type { Question } from '#contract/leads/checklist.ts'

/** What somebody else has changed of the questions, each told by its words when the form was opened. */
export const differences = (before: readonly Question[], now: readonly Question[]) => {
  const old = new Map(before.map((each) => [each.item, each]))
  const all = [...before, ...now.filter(({ item }) => !old.has(item))]
  const changed = all.flatMap(({ item, question }) => {
    const [was, is] = [
      told(old.get(item), question),
      told(
        now.find((each) => each.item === item),
        question,
      ),
    ]
    return was === is ? [] : [{ field: question, before: was, now: is }]
  })
  const [orderBefore, orderNow] = [shared(before, now), shared(now, before)]
  const isElsewhere = ({ item }: Question, at: number) => item !== orderNow[at]?.item
  const [from, to] = [orderBefore.findIndex(isElsewhere), orderBefore.findLastIndex(isElsewhere) + 1]
  const order = { field: 'Order', before: inWords(orderBefore.slice(from, to)), now: inWords(orderNow.slice(from, to)) }
  return from < 0 ? changed : [...changed, order]
}

const told = (question: Question | undefined, words: string) => {
  if (!question) return 'Not included'
  const need = question.blocking ? 'Needs a yes' : 'Optional'
  return question.question === words ? need : `“${question.question}”, ${need.toLowerCase()}`
}

const shared = (questions: readonly Question[], others: readonly Question[]) =>
  questions.filter(({ item }) => others.some((each) => each.item === item))

const inWords = (questions: readonly Question[]) => questions.map(({ question }) => question).join(' · ')
