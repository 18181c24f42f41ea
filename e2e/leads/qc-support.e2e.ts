import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  personAt,
  pick,
  signIn,
  test,
} from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

test('a rep asks QC, is shown what was answered before, and reads the answer that came by one chord', async ({
  page,
  browser,
}) => {
  const question = `Which seal does the pump need for glycol (${Date.now()})?`
  await signIn(page, 'rep@halden.example')
  await page.goto('/marketing/qc_support')
  await expect(heading(page, 'QC Support')).toBeVisible()

  await test.step('asked, with the answers to earlier questions beneath', async () => {
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Is it approved for drinking water?')
    await expect(dialog.getByText('Answered before')).toBeVisible()
    await dialog.locator('summary', { hasText: 'approved for drinking water?' }).click()
    await expect(dialog.getByText('No. The version with the suffix W is.')).toBeVisible()
    await expectAccessibleInThemes(page)
    await dialog.getByRole('textbox', { name: 'Question' }).fill(question)
    await dialog.getByRole('button', { name: 'Send question' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: question })).toBeVisible()
  })

  const qc = await personAt(browser, 'qa2@halden.example')
  await test.step('answered by key alone: open, write, submit, and the next one is open', async () => {
    await qc.goto('/marketing/qc_support')
    await expect(qc.getByRole('link', { name: question })).toBeVisible()
    await qc.keyboard.press('j')
    const pane = qc.getByRole('region', { name: 'The question' })
    await expect(pane.getByRole('heading', { name: question })).toBeVisible()
    await expectAccessible(qc)
    await pane.getByRole('textbox', { name: 'Answer', exact: true }).fill('EPDM, hardness 70.')
    await qc.keyboard.press('Control+Enter')
    await expect(qc.getByText('The answer was sent')).toBeVisible()
    await expect(pane.getByRole('heading', { name: question })).toBeHidden()
    await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(pane.getByRole('textbox', { name: /^(Answer|A better answer)$/ })).toBeFocused()
    await expect(qc.getByRole('link', { name: question })).toBeHidden()
  })
  await qc.context().close()

  await test.step('read, reopened with what is missing', async () => {
    await page.goto('/marketing/notifications')
    const line = page.getByRole('listitem').filter({ hasText: question })
    await expect(line).toContainText('answered your question')
    await line.getByRole('link').click()
    await expect(page).toHaveURL(/qc_support\?view=all&question=/)
    const pane = page.getByRole('region', { name: 'The question' })
    await expect(pane.getByText('EPDM, hardness 70.')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInThemes(page)
    await pane.getByRole('button', { name: 'Reopen' }).click()
    await expect(pane.getByText('Reopened')).toBeVisible()
  })
})

test('from a lead by key and from one of its products: the question names both, and leads back @slow', async ({
  page,
  browser,
}) => {
  const manager = await personAt(browser, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 1)
  await manager.context().close()

  await signIn(page, 'qa@halden.example')
  const call = callerOf(page)
  const lead = (await call('GET', `/marketing/assigned_leads?search=${mark}`)).data[0]
  const [product] = lead.products
  const asked = async (): Promise<unknown[]> =>
    (await call('GET', `/marketing/get_qc_question_list?leadId=${lead.id}`)).data.map(
      (question: { question: string; lead: { id: number }; product: { id: number } | null }) => [
        question.question,
        question.lead.id,
        question.product?.id,
      ],
    )
  await page.goto(`/marketing/assigned_leads?view=all&lead=${lead.id}`)
  const aboutProduct = page.getByRole('button', { name: `Ask QC about ${product.product_name}` })
  await expect(aboutProduct).toBeVisible()

  await test.step('from the lead, by key', async () => {
    await page.keyboard.press('q')
    const dialog = page.getByRole('dialog', { name: `Ask QC about ${lead.name}` })
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Do we deliver there?')
    await expect(dialog.getByLabel('About the product')).toBeVisible()
    await expectAccessibleInThemes(page)
    await dialog.getByRole('button', { name: 'Send question' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(asked).toEqual([['Do we deliver there?', lead.id, undefined]])
  })

  await test.step('from a product of it; Escape closes the dialog alone and gives the focus back', async () => {
    const dialog = page.getByRole('dialog', { name: `Ask QC about ${product.product_name}` })
    await aboutProduct.click()
    await expect(dialog).toContainText(`For lead no. ${lead.lead_no}, ${lead.name}`)
    await expectAccessibleInThemes(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(aboutProduct).toBeFocused()

    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Is it approved for steam?')
    await dialog.getByRole('button', { name: 'Send question' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(asked).toEqual([
      ['Is it approved for steam?', lead.id, product.product_id],
      ['Do we deliver there?', lead.id, undefined],
    ])
  })

  await test.step('in QC Support its line tells both, and they lead to the product’s questions and to the lead', async () => {
    await page.goto('/marketing/qc_support?view=mine')
    const line = page.getByRole('link', { name: 'Is it approved for steam?' })
    await expect(line).toContainText(`${product.product_name} · Lead no. ${lead.lead_no}, ${lead.name}`)
    await line.click()
    const pane = page.getByRole('region', { name: 'The question' })
    await pane.getByRole('link', { name: product.product_name }).click()
    await expect(page).toHaveURL(new RegExp(`productId=${product.product_id}&question=`))
    await expect(page.getByRole('button', { name: `Product: ${product.product_name}` })).toBeVisible()
    await pane.getByRole('link', { name: lead.name }).click()
    await expect(page).toHaveURL(new RegExp(`assigned_leads\\?lead=${lead.id}$`))
    await expect(page.getByRole('heading', { name: lead.name })).toBeVisible()
  })
})

test('the list opens with what waits; filters, days and order are in its address, and a line says who answered @slow', async ({
  page,
}) => {
  await signIn(page, 'qa2@halden.example')
  await page.goto('/marketing/qc_support')
  await expect(page).toHaveURL(/view=waiting&state=open&state=reopened$/)
  const tab = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const lines = page.getByRole('region', { name: 'Questions' }).getByRole('listitem')
  await expect(lines.first()).toContainText('Open')

  await tab('Answered').click()
  await expect(lines.first()).toContainText(/Answered by .* ago/)
  await tab('All').click()
  await page.getByRole('button', { name: 'Topic filter' }).click()
  await page.getByRole('checkbox', { name: 'Certificate' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Asked on filter', exact: true }).click()
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('combobox', { name: 'Order' }).click()
  await pick(page, 'Oldest first')
  await expect(page).toHaveURL(/order=asc.*from_date=.*to_date=.*topic=certificate/)
  await expect(lines).toHaveText([/3\.1 certificate/, /declaration of conformity/])
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.reload()
  await expect(lines).toHaveText([/3\.1 certificate/, /declaration of conformity/])
  await page.getByRole('button', { name: 'Topic: Certificate' }).click()
  await page.getByRole('checkbox', { name: 'Certificate' }).uncheck()
  await page.getByRole('checkbox', { name: 'Price' }).check()
  await page.keyboard.press('Escape')
  await expect(lines).toHaveText([/scale price/])
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).not.toHaveURL(/topic=|from_date=/)

  await page.goto('/marketing/qc_support?view=overdue&due=overdue&topic=packing&sort=due_on&order=asc')
  await expect(page.getByRole('heading', { name: 'No questions match these filters' })).toBeVisible()
  await tab('Overdue').click()
  await expect(page.getByRole('heading', { name: 'Nothing is overdue' })).toBeVisible()
})

test('a comment on a question waits for whoever began it, and for nobody else, until it is sent @slow', async ({
  page,
}) => {
  await signIn(page, 'qa2@halden.example')
  await page.goto('/marketing/qc_support?view=all')
  const pane = page.getByRole('region', { name: 'The question' })
  const comment = pane.getByRole('textbox', { name: 'Comment', exact: true })
  await page.getByRole('region', { name: 'Questions' }).getByRole('link').first().click()
  await comment.fill('The data sheet says so')
  await expect(page).toHaveURL(/question=/)
  await page.reload()
  await expect(comment).toHaveValue('The data sheet says so')

  const question = page.url()
  await signIn(page, 'admin@halden.example')
  await page.goto(question)
  await expect(comment).toHaveValue('')

  await signIn(page, 'qa2@halden.example')
  await page.goto(question)
  await expect(comment).toHaveValue('The data sheet says so')
  await pane.getByRole('button', { name: 'Add comment' }).click()
  await expect(pane.getByRole('article').filter({ hasText: 'The data sheet says so' })).toBeVisible()
  await page.reload()
  await expect(comment).toHaveValue('')
})

test('an answer that comes too late is refused beside the earlier one, and sent again it is the better one @slow', async ({
  page,
}) => {
  await signIn(page, 'rep@halden.example')
  await page.goto('/marketing/qc_support')
  const { data: asked } = await callerOf(page)('POST', '/marketing/ask_qc_question', {
    question: `Which seal for brine (${Date.now()})?`,
    topic: 'specification',
  })
  await signIn(page, 'qa2@halden.example')
  await page.goto(`/marketing/qc_support?view=all&question=${asked.id}`)
  const pane = page.getByRole('region', { name: 'The question' })
  await pane.getByRole('textbox', { name: 'Answer', exact: true }).fill('PTFE up to 120 degrees')
  await callerOf(page)('POST', '/marketing/submit_qc_answer', { id: asked.id, answer: 'EPDM' })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Someone else has answered this question/)).toBeVisible()
  await expect(pane.getByRole('article').filter({ hasText: 'EPDM' })).toBeVisible()
  const better = pane.getByRole('textbox', { name: 'A better answer' })
  await expect(better).toHaveValue('PTFE up to 120 degrees')
  await better.press('Control+Enter')
  await expect(page.getByText('The answer was sent')).toBeVisible()
})

test('whoever is not among the first hundred askers is found by name, and called by it when a link has chosen them @slow', async ({
  page,
}) => {
  await signIn(page, 'qa2@halden.example')
  const others = Array.from({ length: 10 }, (_, at) => ({ id: 9_000 + at, name: `Somebody ${at}` }))
  await page.route(/qc_filter_options/, (route) =>
    /[?&](search|ids)=/.test(route.request().url())
      ? route.continue()
      : route.fulfill({ json: { success: true, data: { asked_by: others, answered_by: others } } }),
  )
  await page.goto('/marketing/qc_support?view=all')
  const chosen = page.getByRole('button', { name: /^Asker: Arjun Deshpande/ })
  await page.getByRole('button', { name: 'Asker filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Asker filter' })
  await panel.getByRole('textbox').fill('arjun')
  await panel.getByRole('checkbox', { name: 'Arjun Deshpande' }).check()
  await expect(chosen).toBeVisible()
  await page.reload()
  await expect(chosen).toBeVisible()
  await expect(page.getByRole('region', { name: 'Questions' }).getByRole('listitem').first()).toContainText('Arjun')
})
