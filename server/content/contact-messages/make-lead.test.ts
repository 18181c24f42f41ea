import { afterAll, expect, test } from 'vitest'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { addLead } from '#contract/leads/add-lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contactsOf, CONTACT_KEYS } from '#server/test/contact-messages.ts'
import { refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { merge, MERGE_KEYS } from '#server/test/merges.ts'
import { undoNewest } from '#server/test/posts.ts'
import { howMany } from '../../../scripts/scope.mjs'

const app = await startTestApp({ INTAKE_PER_MINUTE: '9999' })
afterAll(() => app.stop())
const { started, stored, messageOf } = contactsOf(app)

const make = (person: TestPerson, id: number) => person.call(contactMessages.makeLead, { params: { id } })
const leads = (person: TestPerson) =>
  app.sql(person.companyId, 'select * from leads where company_id = $1 and deleted_at is null order by id', [
    person.companyId,
  ])

test('a lead carries what the message said, its page and where it came from, and both lead to one another', async () => {
  const { person, sent } = await started()
  const id = await sent()

  const { data } = await make(person, id)

  expect(data.made).toBe(true)
  expect(await leads(person)).toEqual([
    expect.objectContaining({
      id: data.lead.id,
      source: 'contact_us',
      name: 'Ingrid Solheim',
      email: 'ingrid@nordvik.example',
      phone: '+4681234567',
      company: 'Nordvik Process AB',
      country: 'SE',
      utm: { utm_source: 'fair' },
      created_by: person.id,
      message: expect.stringMatching(
        /^Spare tubes for 14 pumps\n\nOur plant[^]*price\?\n\nSent from https:\/\/www\.firm\.example\/pumps$/,
      ),
    }),
  ])
  const message = await messageOf(person, id)
  expect(message.lead).toEqual({ seen: data.lead })
  expect(message.leads).toMatchObject({ total: 1, rows: [{ id: data.lead.id, status: 'new' }] })
})

test('C6: one message makes one lead, however often and by however many it is pressed at once', async () => {
  const { person, sent } = await started()
  const colleague = await app.signIn({ can: [...CONTACT_KEYS], colleagueOf: person })
  for (let round = 0; round < howMany(3, 50); round++) {
    const id = await sent({ subject: `Round ${round}` })

    const answers = await Promise.all([person, colleague, person, colleague].map((who) => make(who, id)))

    expect(new Set(answers.map(({ data }) => data.lead.id)).size).toBe(1)
    expect(answers.filter(({ data }) => data.made)).toHaveLength(1)
    expect(await leads(person)).toHaveLength(round + 1)
  }
})

test('undo deletes a lead on which nobody has worked, and frees the message for another', async () => {
  const { person, sent } = await started()
  const id = await sent()
  await make(person, id)

  await undoNewest(person, 'Made a lead of *')

  expect(await leads(person)).toEqual([])
  expect(await stored(person, id)).toMatchObject({ lead_id: null })
  expect((await make(person, id)).data.made).toBe(true)
})

test('a lead on which somebody has worked stays when its making is undone, and its message still leads to it', async () => {
  const { person, sent } = await started([...CONTACT_KEYS, ...MANAGER_KEYS])
  const id = await sent()
  const { data } = await make(person, id)
  await person.call(marketingLeads.assign, { body: { leadIds: [data.lead.id], staffId: person.id } })

  expect((await refusal(undoNewest(person, 'Made a lead of *'))).code).toBe('worked_on')

  expect(await leads(person)).toHaveLength(1)
  expect(await stored(person, id)).toMatchObject({ lead_id: data.lead.id })
  expect((await make(person, id)).data).toEqual({ ...data, made: false })
})

test('it takes the permission to add leads, and a message that is no spam', async () => {
  const { person, sent } = await started()
  const editor = await app.signIn({ can: ['contact_us_list', 'contact_us_edit'], colleagueOf: person })
  const [id, spam] = [await sent(), await sent({ fax: '1', subject: 'Spam' })]

  expect(await refusal(make(editor, id))).toMatchObject({
    status: 403,
    message: expect.stringContaining('marketing_leads_add'),
  })
  expect((await refusal(make(person, spam))).code).toBe('wrong_status')
  expect(await leads(person)).toEqual([])
})

test('a lead leads back to its message, for people who see messages, also once it is part of another lead', async () => {
  const { person, sent } = await started([...CONTACT_KEYS, ...MERGE_KEYS])
  const seller = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: person })
  const stranger = await started()
  const id = await sent()
  const { lead } = (await make(person, id)).data
  const originOf = async (who: TestPerson, leadId: number) =>
    (await who.call(leadDetails.origin, { params: { id: leadId } })).data
  const back = { title: expect.stringMatching(/^Message No\. \d+$/), path: expect.stringContaining(`message=${id}`) }

  expect(await originOf(person, lead.id)).toEqual(back)
  expect(await originOf(seller, lead.id)).toBeNull()
  expect((await refusal(originOf(stranger.person, lead.id))).status).toBe(404)

  const other = await person.call(addLead.add, {
    body: { name: 'Ingrid Solheim', phone: '+46 8 123 45 67', source: 'contact_us' },
  })
  const into = other.data.id
  expect(await originOf(person, into)).toBeNull()
  await merge(person, into, lead.id)
  expect(await originOf(person, into)).toEqual(back)
})
