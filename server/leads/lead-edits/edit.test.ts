import { afterAll, describe, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { ENQUIRY, MANAGER_KEYS, putOnList, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = [...MANAGER_KEYS, 'marketing_leads_edit'] as const
const ada = await app.signIn({ can: KEYS, name: 'Ada' })
const eve = await app.signIn({ can: KEYS })
const { update, updateWithProducts, removeProduct } = leadEdits

const newLead = async (more = {}): Promise<Lead> =>
  (await ada.call(addLead.add, { body: { ...ENQUIRY, ...more } })).data
const lines = (lead: Pick<Lead, 'products'>) =>
  lead.products.map(({ id, product_name, quantity, total_quantity }) => [id, product_name, quantity, total_quantity])

test('what was sent is corrected and read as on the way in; what is not named stays', async () => {
  const { id } = await newLead()

  const { data } = await ada.call(update, {
    body: {
      enquiryId: id,
      email: 'Yuki@Bücher.example',
      phone: '0711 123456',
      country: 'Germany',
      city: ' ',
      name: 'Yuki T.',
    },
  })

  expect(data).toMatchObject({
    name: 'Yuki T.',
    email: 'yuki@xn--bcher-kva.example',
    phone: '+49711123456',
    country: 'DE',
    city: null,
    company: ENQUIRY.company,
    message: ENQUIRY.message,
    version: 2,
  })
  expect(await storedLead(app, id)).toMatchObject({ phone: '+49711123456', phone_sent: ENQUIRY.phone })
  const { data: history } = await ada.call(leadDetails.history, { params: { id }, query: {} })
  expect(history[0]).toMatchObject({ act: 'lead-edits.update', actor: { name: 'Ada' } })
  expect(history[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'name', old: 'Yuki Tanabe', new: 'Yuki T.' }),
  )
})

test('a number that could not be read is read once its country is given, whoever gives it without the number', async () => {
  const unread = { phone: '0711 123456', country: '' }
  const [known, elsewhere, read] = [await newLead(unread), await newLead({ ...unread, phone: '12' }), await newLead()]
  expect(await storedLead(app, known.id)).toMatchObject({ phone: null, phone_sent: '0711 123456' })

  for (const { id } of [known, elsewhere, read]) await ada.call(update, { body: { enquiryId: id, country: 'DE' } })

  expect(await storedLead(app, known.id)).toMatchObject({
    country: 'DE',
    phone: '+49711123456',
    phone_sent: '0711 123456',
  })
  expect(await storedLead(app, elsewhere.id)).toMatchObject({ country: 'DE', phone: null, phone_sent: '12' })
  expect(await storedLead(app, read.id)).toMatchObject({ country: 'DE', phone: read.phone })
  const { data: history } = await ada.call(leadDetails.history, { params: { id: known.id }, query: {} })
  expect(history[0]?.changes).toContainEqual(expect.objectContaining({ field: 'phone', new: '+49711123456' }))
})

test('who gives the country beside somebody who has changed the number meanwhile reads that one', async () => {
  const { id, version } = await newLead({ phone: '0711 123456', country: '' })
  await ada.call(update, { body: { enquiryId: id, phone: '0711 654321' } })

  await ada.call(update, { body: { enquiryId: id, country: 'DE', version } })

  expect(await storedLead(app, id)).toMatchObject({ country: 'DE', phone: '+49711654321', phone_sent: '0711 654321' })
})

test('sending all as it was writes nothing', async () => {
  const lead = await newLead()
  const before = await fingerprint(app)

  const { name, email, phone, company, website, country, state, city, zipCode, address, message, version } = lead
  const same = {
    enquiryId: lead.id,
    name,
    email,
    phone,
    company,
    website,
    country,
    state,
    city,
    zipCode,
    address,
    message,
  }
  await ada.call(updateWithProducts, { body: { ...same, version, products: lead.products } })

  expect(await fingerprint(app)).toBe(before)
})

test('what cannot be is refused by name, and nothing is stored', async () => {
  const { id } = await newLead()
  const before = await fingerprint(app)

  for (const [field, body] of [
    ['email', { email: 'nobody at home' }],
    ['country', { country: 'Atlantis' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['name', { name: '  ' }],
    ['email', { email: null, phone: ' ' }],
  ] as const)
    expect(await refusal(ada.call(update, { body: { enquiryId: id, ...body } }))).toMatchObject({
      status: 400,
      errors: [{ field }],
    })
  expect(await fingerprint(app)).toBe(before)
})

test('the verdict keeps what was validated, whatever is corrected of what was sent', async () => {
  const id = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
  await ada.call(assignedLeads.validate, { body: { enquiryId: id } })

  const { data } = await ada.call(updateWithProducts, {
    body: { enquiryId: id, company: 'Aziz Ltd', products: [{ product_name: 'Hose', quantity: 50 }] },
  })

  expect(data).toMatchObject({
    status: 'valid',
    company: 'Aziz Ltd',
    total_quantity: 2,
    products: [{ quantity: 50 }],
    validated: { company: 'Aziz Textiles', total_quantity: 2, products: [{ quantity: 2 }] },
  })
})

test('a change of products from before the verdict, undone after it, leaves what the verdict found', async () => {
  const id = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
  await ada.call(updateWithProducts, { body: { enquiryId: id, products: [{ product_name: 'Hose', quantity: 50 }] } })
  const { rows } = await app.owner.query('select change_set from changes where root_id = $1 order by id desc limit 1', [
    id,
  ])
  await ada.call(assignedLeads.validate, { body: { enquiryId: id } })

  await ada.call(changes.undo, { body: { changeSet: rows[0].change_set } })

  const { data } = await ada.call(leadDetails.lead, { params: { id } })
  expect(data).toMatchObject({ status: 'valid', total_quantity: 50, products: [{ quantity: 2 }] })
})

describe('products', () => {
  test('the list is the whole: lines are changed, added and taken away, and the total follows', async () => {
    const lead = await newLead({
      products: [
        { product_name: 'Hose', quantity: 10 },
        { product_name: 'Clamp', quantity: 4 },
      ],
    })
    const [hose] = lead.products

    const { data } = await ada.call(updateWithProducts, {
      body: {
        enquiryId: lead.id,
        products: [
          { ...hose!, quantity: 12, total_quantity: 24 },
          { product_name: 'Seal', quantity: 3 },
        ],
      },
    })

    expect(lines(data)).toEqual([
      [hose!.id, 'Hose', 12, 24],
      [expect.any(Number), 'Seal', 3, 3],
    ])
    expect(data.total_quantity).toBe(27)
  })

  test('the total follows the lines that are there, whichever change of them is undone', async () => {
    const mine = (await ada.call(addLead.add, { body: { ...ENQUIRY, products: [] } })).data
    const theirs = (
      await eve.call(addLead.add, { body: { ...ENQUIRY, products: [{ product_name: 'Seal', quantity: 5 }] } })
    ).data
    const ask = (product_name: string) =>
      ada.call(updateWithProducts, { body: { enquiryId: mine.id, products: [{ product_name, quantity: 3 }] } })
    await ask('Hose')
    const { rows } = await app.owner.query(
      'select change_set from changes where root_id = $1 order by id desc limit 1',
      [mine.id],
    )
    await ask('Clamp')

    await ada.call(changes.undo, { body: { changeSet: rows[0].change_set } }).catch(() => undefined)

    const { data } = await ada.call(leadDetails.lead, { params: { id: mine.id } })
    expect(data.total_quantity).toBe(data.products.reduce((sum, { total_quantity }) => sum + total_quantity, 0))
    expect(await storedLead(app, theirs.id)).toMatchObject({ total_quantity: 5 })
  })

  test('a line without its id is the line of the same product', async () => {
    const lead = await newLead({ products: [{ product_name: 'Hose', quantity: 10 }] })

    const { data } = await ada.call(updateWithProducts, {
      body: { enquiryId: lead.id, products: [{ product_name: 'Hose', quantity: 11 }] },
    })

    expect(lines(data)).toEqual([[lead.products[0]!.id, 'Hose', 11, 11]])
  })

  test('one is deleted alone, once', async () => {
    const lead = await newLead({
      products: [
        { product_name: 'Hose', quantity: 10 },
        { product_name: 'Clamp', quantity: 4 },
      ],
    })
    const [hose, clamp] = lead.products

    const { data } = await ada.call(removeProduct, { body: { itemId: clamp!.id } })

    expect(lines(data)).toEqual([[hose!.id, 'Hose', 10, 10]])
    expect(data).toMatchObject({ total_quantity: 10, version: lead.version + 1 })
    expect(await refusal(ada.call(removeProduct, { body: { itemId: clamp!.id } }))).toMatchObject({
      status: 404,
      message: 'Product not found',
    })
  })

  test('W5: a quantity that nobody can have meant, too many products, and a total below the quantity are refused', async () => {
    const { id } = await newLead()
    const before = await fingerprint(app)
    const send = (products: unknown) => ada.send('POST', updateWithProducts.path, { enquiryId: id, products })
    const line = (more: object) => [{ product_name: 'Hose', quantity: 1, ...more }]

    for (const quantity of [0, -1, 1.5, 1e12, 'NaN', null, '7'])
      expect(await send(line({ quantity }))).toMatchObject({ status: 400 })
    expect(await send(Array.from({ length: 1_000 }, () => line({})[0]))).toMatchObject({ status: 400 })
    expect(await send(Array.from({ length: 10_000 }, () => line({})[0]))).toMatchObject({ status: 413 })
    expect(await send(line({ quantity: 5, total_quantity: 4 }))).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'products.0.total_quantity' }] },
    })
    expect(await send(line({ product_name: ' ' }))).toMatchObject({ status: 400 })
    expect(await fingerprint(app)).toBe(before)
  })

  test('a line that is named twice is refused: one of the two would be lost', async () => {
    const { id, products } = await newLead()
    const before = await fingerprint(app)
    const [line] = products

    const sent = await ada.send('POST', updateWithProducts.path, {
      enquiryId: id,
      products: [line, { ...line, product_name: 'Another' }],
    })

    expect(sent).toMatchObject({ status: 400, json: { errors: [{ field: 'products.1.id' }] } })
    expect(await fingerprint(app)).toBe(before)
  })

  test('W5: a product or a line of another company is answered like one that nobody has', async () => {
    const { id } = await newLead()
    const theirs = await putLead(app, eve, {}, [{ product_name: 'Theirs', quantity: 1 }])
    const [item] = await app.sql(eve.companyId, 'select id::int from lead_items where lead_id = $1', [theirs])
    const [product] = await app.sql(
      eve.companyId,
      `insert into products (company_id, code, name) values ($1, 'X', 'Theirs') returning id::int`,
      [eve.companyId],
    )
    const before = await fingerprint(app)
    const edit = (line: object) =>
      refusal(
        ada.call(updateWithProducts, {
          body: { enquiryId: id, products: [{ product_name: 'A', quantity: 1, ...line }] },
        }),
      )

    expect(await edit({ product_id: product.id })).toMatchObject(await unnamed(edit({ product_id: 999_999_999 })))
    expect(await edit({ id: item.id })).toMatchObject(await unnamed(edit({ id: 999_999_999 })))
    expect(await refusal(ada.call(removeProduct, { body: { itemId: item.id } }))).toMatchObject({ status: 404 })
    expect(await fingerprint(app)).toBe(before)
  })

  const unnamed = async (refused: Promise<object>) => ({ ...(await refused), request_id: expect.any(String) })

  test('a product that has left the catalogue stays on the leads that ask for it', async () => {
    const [{ id: product_id }] = await app.sql(
      ada.companyId,
      `insert into products (company_id, code, name) values ($1, 'GONE', 'Old hose') returning id::int`,
      [ada.companyId],
    )
    const lead = await newLead({ products: [{ product_id, product_name: 'Old hose', quantity: 1 }] })
    await app.sql(ada.companyId, 'update products set deleted_at = now() where id = $1', [product_id])

    const { data } = await ada.call(updateWithProducts, {
      body: { enquiryId: lead.id, products: [{ ...lead.products[0]!, quantity: 9, total_quantity: 9 }] },
    })

    expect(data.products).toMatchObject([{ product_id, quantity: 9 }])
  })
})

describe('a new address of a lead that nobody holds', () => {
  const restrict = (name: string) =>
    app.sql(ada.companyId, 'insert into restricted_domains (company_id, domain_name) values ($1, $2)', [
      ada.companyId,
      name,
    ])

  test('is looked at again: a restricted one holds it back, a free one lets it be assigned', async () => {
    const { id } = await newLead()
    await restrict('pitch.example')

    const held = await ada.call(update, { body: { enquiryId: id, email: 'yuki@mail.pitch.example' } })
    await putOnList(app, ada, 'qa')
    await workOff(app)
    expect(held.data).toMatchObject({ status: 'new', domain_state: 'restricted' })
    expect(await storedLead(app, id)).toMatchObject({ status: 'new', assigned_qa: null })

    await ada.call(update, { body: { enquiryId: id, email: 'yuki@aziztextiles.example' } })
    await workOff(app)
    expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', quarantined_by: null })
  })
})

test('the key is needed, the lead must be one’s own to see, and another company finds nothing', async () => {
  const { id, products } = await newLead()
  const reader = await app.signIn({ can: MANAGER_KEYS, colleagueOf: ada })
  const rep = await app.signIn({ can: ['valid_leads_list', 'marketing_leads_edit'], colleagueOf: ada })
  const before = await fingerprint(app)

  for (const [person, status] of [
    [reader, 403],
    [rep, 404],
    [eve, 404],
  ] as const) {
    expect(await refusal(person.call(update, { body: { enquiryId: id, name: 'X' } }))).toMatchObject({ status })
    expect(await refusal(person.call(updateWithProducts, { body: { enquiryId: id, products: [] } }))).toMatchObject({
      status,
    })
    expect(await refusal(person.call(removeProduct, { body: { itemId: products[0]!.id } }))).toMatchObject({ status })
  }
  const toldOf = async (itemId: number) => (await refusal(rep.call(removeProduct, { body: { itemId } }))).message
  expect(await toldOf(products[0]!.id)).toBe(await toldOf(999_999_999))
  expect(await fingerprint(app)).toBe(before)
})
