import { contactMessages } from '#contract/content/contact-messages.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestApp, TestPerson } from './app.ts'
import { openForm } from './leads.ts'

export const CONTACT_KEYS = [
  'contact_us_list',
  'contact_us_edit',
  'marketing_leads_list',
  'marketing_leads_add',
  'changes_undo_others',
] as const satisfies readonly PermissionKey[]

export const SENT = {
  name: 'Ingrid Solheim',
  email: 'Ingrid@Nordvik.Example',
  phone: '+46 8 123 45 67',
  company: 'Nordvik Process AB',
  subject: 'Spare tubes for 14 pumps',
  message: 'Our plant stops for service in January.\n\nCan you send me a price?',
  page_url: 'https://www.firm.example/pumps',
  utm: { utm_source: 'fair' },
}

/** Somebody who handles messages, with a form of the company. */
export const contactsOf = (app: TestApp) => {
  let forms = 0
  let addresses = 0
  /** Each from an address of its own, so that no test uses up what another may send. */
  const send = async (url: string, body: object = {}, headers: Record<string, string> = {}) => {
    const answer = await app.app.inject({
      method: 'POST',
      url,
      remoteAddress: `10.${++addresses % 250}.${Math.floor(addresses / 250)}.1`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ ...SENT, ...body }),
    })
    return { status: answer.statusCode, json: answer.json(), text: answer.body }
  }

  const started = async (can: readonly PermissionKey[] = CONTACT_KEYS) => {
    const person = await app.signIn({ can: [...can], name: 'Meera Krishnan' })
    const form = (await openForm(app, person, `contact-${++forms}`)).replace(/enquiry$/, 'contact-us')
    return { person, form, sent: (body: object = {}) => sentTo(person, form, body) }
  }

  /** Sends a message, and answers its id. */
  const sentTo = async ({ companyId }: TestPerson, form: string, body: object = {}): Promise<number> => {
    const { json } = await send(form, body)
    const rows = await app.sql(companyId, 'select id from contact_messages where company_id = $1 and contact_no = $2', [
      companyId,
      Number(String(json.data.reference).slice(2)),
    ])
    return Number(rows[0].id)
  }

  return {
    send,
    started,
    stored: async ({ companyId }: TestPerson, id: number): Promise<any> =>
      (await app.owner.query('select * from contact_messages where company_id = $1 and id = $2', [companyId, id]))
        .rows[0],
    messageOf: async (person: TestPerson, id: number) =>
      (await person.call(contactMessages.details, { params: { id } })).data,
  }
}
