import { afterAll, expect, test } from 'vitest'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ABOUT: Record<string, string> = { lead_comments: 'lead_id', qc_comments: 'question_id' }

test('all tables of comments are alike, and as comments_table() makes a new one', async () => {
  const columns = async (table: string, about: string) => {
    const { rows } = await app.owner.query(
      `select column_name as name, data_type as type, is_nullable as nullable, column_default as otherwise
       from information_schema.columns where table_name = $1 order by column_name = $2 desc, column_name`,
      [table, about],
    )
    return rows.map(({ name, ...column }) => ({ ...column, name: name === about ? 'about' : name }))
  }

  await app.owner.query(`select comments_table('product_comments', of => 'products', of_column => 'product_id')`)
  await app.owner.query('select write_history_functions()')

  const made = await columns('product_comments', 'product_id')
  expect(made).toHaveLength(9)
  for (const [table, about] of Object.entries(ABOUT)) expect(await columns(table, about)).toEqual(made)
  await app.owner.query('drop table product_comments')
})

test('comments of two entities stay apart, and the history of each belongs to its own row', async () => {
  const ada = await app.signIn({
    can: [
      'marketing_leads_list',
      'marketing_leads_comments',
      'qc_support_ask',
      'qc_support_list',
      'qc_support_view',
      'qc_support_add_comment',
    ],
    name: 'Ada',
  })
  const leadId = await putLead(app, ada)
  const { data: question } = await ada.call(qcSupport.ask, { body: { question: 'Which grade?', topic: 'other' } })

  await ada.call(leadDetails.comment, { body: { leadId, comment: 'On the lead' } })
  await ada.call(qcSupport.comment, { body: { id: question.id, comment: 'On the question' } })

  const { data: onLead } = await ada.call(leadDetails.comments, { params: { id: leadId } })
  const { data: onQuestion } = await ada.call(qcSupport.answer, { params: { id: question.id } })
  expect(onLead.map(({ comment }) => comment)).toEqual(['On the lead'])
  expect(onQuestion.comments.map(({ comment }) => comment)).toEqual(['On the question'])
  expect(Object.keys(onQuestion.comments[0]!).sort()).toEqual(['author', 'comment', 'created_at', 'id'])
  const told = await app.sql(
    ada.companyId,
    `select entity, root, root_id::int from changes where entity like '%\\_comments' order by id`,
  )
  expect(told).toEqual([
    { entity: 'lead_comments', root: 'leads', root_id: leadId },
    { entity: 'qc_comments', root: 'qc_questions', root_id: question.id },
  ])
  const { data: newest } = await ada.call(changes.list, { query: { limit: 1 } })
  await ada.call(changes.undo, { body: { changeSet: newest[0]!.change_set } })
  expect((await ada.call(qcSupport.answer, { params: { id: question.id } })).data.comments).toEqual([])
})
