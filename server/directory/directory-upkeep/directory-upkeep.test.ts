import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { companiesShown, contactsShown, DIRECTORY_KEYS, factsStored } from '#server/test/directory.ts'
import { putLead } from '#server/test/journey.ts'
import { subscribersOf } from '#server/test/subscribers.ts'
import { checkDirectory } from './check.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const company = () => app.signIn({ can: [...DIRECTORY_KEYS] })

test('who writes twice is one contact of one company, and nobody of another tenant', async () => {
  const ada = await company()
  const eve = await company()
  const said = { name: 'Asha Rao', email: 'asha@mail.norrvik.example', company: 'Norrvik Process AB', country: 'SE' }
  const first = await putLead(app, ada, { ...said, created_at: '2026-01-01T10:00:00Z' })
  const second = await putLead(app, ada, {
    ...said,
    name: 'Asha K. Rao',
    phone: '+4681234567',
    status: 'valid',
    created_at: '2026-02-01T10:00:00Z',
  })
  await putLead(app, ada, { ...said, name: 'Per Berg', email: 'per@norrvik.example' })

  expect(await contactsShown(app, ada)).toMatchObject([
    {
      name: 'Asha K. Rao',
      email: 'asha@mail.norrvik.example',
      email_status: 'ok',
      phone: '+4681234567',
      company_name: 'Norrvik Process AB',
      leads_open: 1,
      leads_all: 2,
      last_lead_id: second,
    },
    { name: 'Per Berg', leads_all: 1 },
  ])
  expect(await companiesShown(app, ada)).toMatchObject([
    {
      name: 'Norrvik Process AB',
      domain: 'norrvik.example',
      country: 'SE',
      contact_count: 2,
      leads_open: 2,
      leads_all: 3,
      leads_valid: 1,
      leads_decided: 1,
      valid_rate: 100,
    },
  ])
  expect(await contactsShown(app, eve)).toEqual([])
  expect(await factsStored(app, ada)).toContain(`email:asha@mail.norrvik.example name=Asha Rao (lead ${first})`)
  expect(await app.sql(ada.companyId, `select from changes where entity like 'directory%'`)).toEqual([])
})

test('a counter opens exactly its leads, for people of the company alone', async () => {
  const [ada, eve] = [await company(), await company()]
  const said = { name: 'Asha Rao', email: 'asha@norrvik.example', company: 'Norrvik', country: 'SE' }
  const one = await putLead(app, ada, { ...said, created_at: '2026-01-01T10:00:00Z' })
  const other = await putLead(app, ada, { ...said, status: 'invalid', created_at: '2026-01-02T10:00:00Z' })
  await putLead(app, ada, { ...said, status: 'invalid', reason_code: 'spam_or_bot' })
  await putLead(app, ada, { ...said, deleted_at: '2026-01-03T10:00:00Z' })
  await putLead(app, ada, { ...said, kind: 'registration' })
  await putLead(app, ada, { name: 'Li Wei', email: 'li@gmail.com', company: 'Mill Ltd', country: 'PK' })
  const [asha, li] = await contactsShown(app, ada)
  const [firm] = await companiesShown(app, ada)
  const found = async (person: typeof ada, query: string) => {
    const { json } = await person.send('GET', `/marketing/marketing_leads_list?${query}`)
    return json.data.map(({ id }: { id: number }) => id)
  }

  expect(asha).toMatchObject({ leads_all: 2, leads_open: 1, company_name: 'Norrvik' })
  expect(li).toMatchObject({ leads_all: 1, company_name: 'Mill Ltd' })
  expect(await found(ada, `contact=${asha.id}`)).toEqual([other, one])
  expect(await found(ada, `contact=${asha.id}&status=new`)).toEqual([one])
  expect(await found(ada, `directory_company=${firm.id}`)).toEqual([other, one])
  expect(await found(eve, `contact=${asha.id}`)).toEqual([])
})

test('readers are contacts once they have confirmed, a mailbox is one of its firm, and an address says what became of its mail', async () => {
  const ada = await company()
  const { put } = subscribersOf(app)
  await put(ada, 'asha@norrvik.example', { name: 'Asha Rao', status: 'bounced' })
  await put(ada, 'not@confirmed.example', { status: 'unconfirmed' })
  await putLead(app, ada, {
    name: 'Orders',
    email: 'sales@norrvik.example',
    company: 'Norrvik Process AB',
    country: 'SE',
  })

  expect(await contactsShown(app, ada)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Asha Rao', email_status: 'bounced', company_name: 'Norrvik Process AB' }),
      expect.objectContaining({ name: 'Sales, Norrvik Process AB', email: 'sales@norrvik.example' }),
    ]),
  )
  expect(await contactsShown(app, ada)).toHaveLength(2)
  await app.sql(ada.companyId, `update newsletter_subscribers set status = 'subscribed' where company_id = $1`, [
    ada.companyId,
  ])
  expect((await contactsShown(app, ada)).map(({ email_status }) => email_status)).toEqual(['ok', 'ok', 'ok'])
})

test('a lead that turns out to be spam takes its contact away, and brings it back', async () => {
  const ada = await company()
  const lead = await putLead(app, ada, { name: 'Asha Rao', email: 'asha@norrvik.example' })
  expect(await contactsShown(app, ada)).toHaveLength(1)
  const become = (status: string, reason: string | null) =>
    app.sql(ada.companyId, 'update leads set status = $2, reason_code = $3 where id = $1', [lead, status, reason])
  await become('invalid', 'spam_or_bot')
  expect(await contactsShown(app, ada)).toEqual([])
  expect(await companiesShown(app, ada)).toEqual([])
  await become('new', null)
  expect(await contactsShown(app, ada)).toMatchObject([{ name: 'Asha Rao', leads_all: 1 }])
})

test('the check finds what is wrong, and has it read again', async () => {
  const ada = await company()
  await putLead(app, ada, {})
  await contactsShown(app, ada)
  expect(await checkDirectory(app.services.tenants, ada.companyId)).toMatchObject({ wrong: 0 })
  await app.sql(ada.companyId, `update directory_facts set value = 'Else' where company_id = $1 and field = 'name'`, [
    ada.companyId,
  ])
  expect((await checkDirectory(app.services.tenants, ada.companyId)).wrong).toBeGreaterThan(0)
  await contactsShown(app, ada)
  expect(await checkDirectory(app.services.tenants, ada.companyId)).toMatchObject({ wrong: 0 })
})
