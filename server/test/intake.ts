import { afterAll } from 'vitest'
import { startTestApp, type Sent } from './app.ts'
import { bytes } from './journey.ts'
import { ENQUIRY, openForm } from './leads.ts'

/** An app that never tells an enquirer to wait, with two companies and a form of either; it stops when the test file ends. */
export const startIntake = async () => {
  const app = await startTestApp({ INTAKE_PER_MINUTE: '999999', PUBLIC_URL: 'https://leads.firm.example' })
  afterAll(() => app.stop())
  const ada = await app.signIn()
  const eve = await app.signIn()
  const form = await openForm(app, ada, 'ada-form', ['https://www.firm.example'])
  const foreign = await openForm(app, eve, 'eve-form')
  let sent = 0

  return {
    app,
    ada,
    eve,
    form,
    foreign,
    tokenKey: app.services.intake.tokenKey,
    email: () => `person${++sent}@mill.example`,
    send: (body: object = {}, headers: Record<string, string> = {}, url = form) =>
      app.send('POST', url, { ...ENQUIRY, ...body }, headers),
    leadOf: async ({ json }: Sent, companyId = ada.companyId): Promise<any> =>
      (
        await app.owner.query('select * from leads where company_id = $1 and lead_no = $2', [
          companyId,
          json.data.reference,
        ])
      ).rows[0],
  }
}

/** An answer to an enquiry without what differs between any two. */
export const alike = (answer: Sent) => bytes(answer).replace(/"reference":"\d+"/, '')
