import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { notifications } from '#contract/platform/notifications.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const FILL = /do \$\$.*?end \$\$;/s.exec(
  readFileSync(new URL('../../db/migrations/0561_notified_entities.sql', import.meta.url), 'utf8'),
)?.[0]

test('notifications stored before areas declared them read the same afterwards, and name where each is found', async () => {
  const mia = await app.signIn({ can: [...MANAGER_KEYS, 'qc_support_add_comment'], name: 'Mia' })
  const ada = await app.signIn({
    can: [...QA_KEYS, 'view_assigned_leads_menu', 'qc_support_ask', 'qc_support_list', 'view_qc_support_menu'],
    colleagueOf: mia,
    name: 'Ada',
  })
  const leadId = await putLead(app, mia, { name: 'Yuki Tanabe' })
  await mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: ada.id } })
  const { data: question } = await ada.call(qcSupport.ask, { body: { question: 'Which grade?', topic: 'other' } })
  await mia.call(qcSupport.submit, { body: { id: question.id, answer: 'A', version: question.version } })
  const lines = async () => (await ada.call(notifications.list, { query: {} })).data
  const before = await lines()

  await app.sql(
    mia.companyId,
    `update notifications set entity = null, subject_ids = case kind when 'question' then '{}' else subject_ids end where company_id = $1`,
    [mia.companyId],
  )
  expect(await lines()).not.toEqual(before)
  await app.owner.query(FILL ?? '')

  expect(await lines()).toEqual(before)
  expect(before).toMatchObject([
    { kind: 'question', excerpt: 'Which grade?', href: `/marketing/qc_support?view=all&question=${question.id}` },
    {
      kind: 'assigned',
      href: `/marketing/assigned_leads?lead=${leadId}`,
      subjects: [{ id: leadId, label: 'Yuki Tanabe' }],
    },
  ])
  const menuless = await app.signIn({ can: QA_KEYS, colleagueOf: mia })
  await mia.call(marketingLeads.assign, { body: { leadIds: [leadId], staffId: menuless.id } })
  expect((await menuless.call(notifications.list, { query: {} })).data).toMatchObject([
    { href: null, subjects: [{ label: 'Yuki Tanabe', href: null }] },
  ])
})
