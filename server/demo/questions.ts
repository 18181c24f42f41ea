import type { Client } from 'pg'
import type { QcTopic } from '#contract/leads/qc-support.ts'
import type { Staffed } from './companies.ts'
import type { Furniture } from './furnish.ts'
import { nextId } from './next-id.ts'
import { changeOf, type Recorded, type Row } from './history.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Topic, the question about a product, its answers in order; none: it waits. */
const ASKED: readonly (readonly [topic: QcTopic, question: string, ...answers: string[]])[] = [
  [
    'specification',
    'Up to which temperature may the * run without a pause?',
    'Up to 60 °C of the medium. Above that the seals wear within weeks.',
  ],
  [
    'certificate',
    'Does the * come with a 3.1 certificate to EN 10204?',
    'On request, for 35 a batch.',
    'Since this quarter with every batch, without a charge.',
  ],
  ['packing', 'How many of the * go on a pallet for sea freight?', '24, in two layers, wrapped in VCI foil.'],
  ['price', 'From which quantity is there a scale price for the *?', 'From 100, then again from 500.'],
  ['delivery', 'A customer wants 40 of the * in two parts. Is that possible?'],
  ['complaint', 'Two of the * arrived with scratched housings. Do we replace or repair?'],
  ['specification', 'Is the * approved for drinking water?', 'No. The version with the suffix W is.'],
  ['certificate', 'Which declaration of conformity belongs to the *?'],
]

/** What the company's staff have asked QC, the last ones still waiting. */
export const askQuestions = async (
  client: Client,
  random: Random,
  { companyId, staff }: Staffed,
  { products }: Furniture,
  now: number,
) => {
  const changes: Row[] = []
  const questions: Row[] = []
  const answers: Row[] = []
  const record = (table: Recorded, before: Row | undefined, row: Row, at: number, doer: number, act: string) => {
    const change = changeOf(table, before, row, actAt({ random }, at, person(doer), act), () => random.hex(16))
    if (change) changes.push(change)
  }
  const askers = ['rep', 'qa', 'rep2', 'manager'].flatMap((account) => staff.get(account) ?? [])
  const qc = staff.get('qa2') ?? 0

  for (const [place, [topic, text, ...said]] of ASKED.entries()) {
    const at = now - (ASKED.length - place) * 2 * DAY + 3 * HOUR
    const product = random.pick(products)
    const asked_by = askers[place % askers.length] ?? qc
    const id = await nextId(client, 'qc_questions')
    const open = {
      company_id: companyId,
      id,
      question: text.replace('*', product.name),
      topic,
      product_id: product.id,
      asked_by,
      asked_at: iso(at),
      state: 'open',
      updated_at: iso(at),
      version: 1,
    }
    record('qc_questions', undefined, open, at, asked_by, 'qc-support.ask')
    let question = open
    for (const [turn, answer] of said.entries()) {
      const then = at + (turn + 1) * 4 * HOUR
      const row = {
        company_id: companyId,
        id: await nextId(client, 'qc_answers'),
        question_id: id,
        answer,
        answered_by: qc,
        answered_at: iso(then),
      }
      answers.push(row)
      record('qc_answers', undefined, row, then, qc, 'qc-support.submit')
      const answered = { ...question, state: 'answered', updated_at: iso(then), version: question.version + 1 }
      record('qc_questions', question, answered, then, qc, 'qc-support.submit')
      question = answered
    }
    questions.push(question)
  }
  await storeRows(client, companyId, { qc_questions: questions, qc_answers: answers, changes })
}
