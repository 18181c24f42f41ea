import { describe, expect, test } from 'vitest'
import { intake } from '#contract/leads/intake.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint } from '#server/test/journey.ts'
import { startIntake } from '#server/test/intake.ts'
import { openForm } from '#server/test/leads.ts'
import { makeFormToken } from './form-token.ts'

const { app, ada, eve, form, foreign, tokenKey, email, send } = await startIntake()

const post = (fields: Record<string, string>, headers: Record<string, string> = {}, url = form) =>
  app.send('POST', url, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    ...headers,
  })
const newest = async (companyId = ada.companyId): Promise<any> =>
  (
    await app.owner.query(
      `select l.*, (select jsonb_agg(jsonb_build_object('name', product_name, 'quantity', quantity)) from lead_items i
         where i.company_id = l.company_id and i.lead_id = l.id) as lines
       from leads l where company_id = $1 order by id desc limit 1`,
      [companyId],
    )
  ).rows[0]
const outcome = (page: string) => /<div id="outcome"[^>]*>([^<]*)</.exec(page)?.[1]?.trim()
const errorsIn = (page: string) =>
  [...page.matchAll(/<span class="error" id="([\w-]+)-error">([^<]*)</g)].map(([, field, message]) => [field, message])

describe('a form that a browser sends without a script', () => {
  test('is a lead like any other, and is answered with a page that offers to send another', async () => {
    const address = email()
    const answer = await post(
      {
        name: 'Zoë & Søn',
        email: address,
        phone: '',
        country: 'DE',
        'products.0.product_name': 'Pump',
        'products.0.quantity': '40',
        message: 'Erste Zeile\r\nनमस्ते',
        'utm.utm_source': 'fair',
        form_token: makeFormToken(tokenKey, Date.now() - 60_000),
      },
      { origin: 'https://leads.firm.example' },
    )

    const lead = await newest()
    expect([answer.status, answer.headers['content-type'], outcome(answer.text)]).toEqual([
      202,
      'text/html; charset=utf-8',
      `Thank you. We received your enquiry and will get back to you. Your reference is ${lead.lead_no}.`,
    ])
    expect(answer.text).toContain('<a class="button" href="">Send another</a>')
    expect(answer.text).not.toContain('<form')
    expect(lead).toMatchObject({
      name: 'Zoë & Søn',
      email: address,
      phone: null,
      country: 'DE',
      message: 'Erste Zeile\nनमस्ते',
      utm: { utm_source: 'fair' },
      lines: [{ name: 'Pump', quantity: 40 }],
      status: 'new',
    })
  })

  test('names every mistake beside its field, shows what was typed, and stores nothing', async () => {
    const before = await fingerprint(app)
    const token = makeFormToken(tokenKey, Date.now() - 60_000)
    const answer = await post({
      name: ' ',
      email: '<b>"nobody"',
      company: 'Mill & Sons "Ltd"',
      country: 'Atlantis',
      'products.0.product_name': 'Pump',
      'products.0.quantity': '1.5',
      message: '\nfirst\r\n<script>alert(1)</script>',
      form_token: token,
    })

    expect([answer.status, outcome(answer.text)]).toEqual([
      400,
      'This was not sent. Correct the 4 marked fields and send it again.',
    ])
    expect(errorsIn(answer.text)).toEqual([
      ['name', 'Enter the name'],
      ['email', 'Enter an email address like name@example.com'],
      ['country', 'Choose a country: its name or its two-letter code'],
      ['products-0-quantity', 'Quantity must be a whole number'],
    ])
    expect(answer.text.match(/autofocus/g)).toHaveLength(1)
    for (const kept of [
      'value="Mill &amp; Sons &quot;Ltd&quot;"',
      'value="&lt;b&gt;&quot;nobody&quot;"',
      '>\n\nfirst\r\n&lt;script&gt;alert(1)&lt;/script&gt;</textarea>',
      `name="form_token" value="${token}"`,
      'value="1.5"',
    ])
      expect(answer.text).toContain(kept)
    expect(await fingerprint(app)).toBe(before)
  })

  test('that names nobody to answer to says so at the email; a product without a name is none', async () => {
    const answer = await post({ name: 'Ann', email: '', phone: '', 'products.0.quantity': '1' })
    expect(errorsIn(answer.text)).toEqual([['email', 'Enter an email address or a phone number']])
    const taken = await post({ name: 'Ann', email: email(), 'products.0.quantity': '1' })
    expect([taken.status, (await newest()).lines]).toEqual([202, null])
  })

  test('goes to the company of its key alone, whose name and logo the page shows', async () => {
    await app.owner.query(`update identity.companies set logo_url = 'https://cdn.firm.example/l.png' where id = $1`, [
      eve.companyId,
    ])
    app.services.intake.forms.forgetAll()
    const [mine, hers] = [
      await post({ name: 'Ann', email: email() }),
      await post({ name: 'Ben', email: email() }, {}, foreign),
    ]
    expect([mine.status, hers.status]).toEqual([202, 202])
    expect([(await newest()).name, (await newest(eve.companyId)).name]).toEqual(['Ann', 'Ben'])
    expect(mine.text).toMatch(/<p class="brand">Company 1<\/p>/)
    expect(hers.text).toMatch(/<p class="brand"><img src="https:\/\/cdn\.firm\.example\/l\.png" alt="Company 2"/)
    expect((await app.send('GET', foreign)).text).toContain('alt="Company 2"')
  })

  test('obeys the rules of JSON: traps, pages that may send it, unknown keys, and how often', async () => {
    expect((await post({ name: 'Bot', email: email(), fax: '1' })).status).toBe(202)
    expect(await newest()).toMatchObject({
      name: 'Bot',
      status: 'invalid',
      spam_signals: ['a hidden field was filled in'],
    })
    const before = await fingerprint(app)
    for (const origin of ['https://evil.example', 'null']) {
      const refused = await post({ name: 'Ann', email: email() }, { origin })
      expect([refused.status, outcome(refused.text)]).toEqual([
        403,
        'This was not sent. This form can’t be sent from this page.',
      ])
      expect(refused.text).toContain('value="Ann"')
    }
    const unknown = await post({ name: 'Ann', email: email() }, {}, '/intake/never-was/enquiry')
    expect([unknown.status, outcome(unknown.text)]).toEqual([404, 'This form does not exist'])
    const opened = await app.send('GET', '/intake/never-was/enquiry', undefined, { accept: 'text/html' })
    expect([opened.status, outcome(opened.text)]).toEqual([404, 'This form does not exist'])
    const many = await post(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`a${at}`, 'x'])))
    expect([many.status, outcome(many.text)]).toEqual([400, 'A form can have at most 200 inputs.'])
    expect(await fingerprint(app)).toBe(before)
  })

  test('is told to wait as JSON is, with what was typed, whether or not there is such a form', async () => {
    const address = email()
    const slow = await startTestApp({ INTAKE_PER_MINUTE: '5' })
    const bob = await slow.signIn()
    const real = await openForm(slow, bob, 'often-form')
    const sent = (url: string, at: number) =>
      slow.send('POST', url, `name=Ann+${at}&email=${encodeURIComponent(address)}`, {
        'content-type': 'application/x-www-form-urlencoded',
      })
    const pages = []
    for (let at = 0; at < 7; at++) pages.push(await sent(real, at))
    for (let at = 0; at < 5; at++) pages.push(await sent('/intake/guess/enquiry', at))
    const last = pages[6]!
    expect(pages.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429, 429, 404, 404, 404, 429, 429])
    expect([Number(last.headers['retry-after']), outcome(last.text)]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^This was not sent\. /),
    ])
    expect(last.text).toContain('value="Ann 6"')
    for (const { text } of pages.slice(10)) expect(text).toMatch(/<h1>Not sent<\/h1>/)
    expect(last.text).toMatch(/<h1>Not sent<\/h1>/)
    await slow.stop()
  })

  test('may be sent by our own page alone, and says where it comes from', async () => {
    for (const page of [await app.send('GET', form), await post({ name: '' })]) {
      expect(page.headers['content-security-policy']).toContain("form-action 'self'")
      expect(page.headers['content-security-policy']).toContain('frame-ancestors https://www.firm.example')
      // With less, browsers call the origin of a form null.
      expect(page.headers['referrer-policy']).toBe('same-origin')
    }
    const { text } = await app.send('GET', `${form}?utm_source=fair&utm_campaign=%22%3E&utm_term=&fbclid=1`)
    expect([...text.matchAll(/name="utm\.(\w+)" value="([^"]*)"/g)].map(([, ...each]) => each)).toEqual([
      ['utm_source', 'fair'],
      ['utm_campaign', '&quot;&gt;'],
    ])
  })

  test('takes a message of the greatest length in any script', async () => {
    const message = 'न'.repeat(10_000)
    expect((await post({ name: 'Ann', email: email(), message })).status).toBe(202)
    expect((await newest()).message).toBe(message)
  })

  test('has a page for each kind of form', async () => {
    const at = (path: string) => form.replace('enquiry', path)
    const registered = await post({ name: 'Ann', email: email(), account_type: 'buyer' }, {}, at('registration'))
    expect(errorsIn(registered.text)).toEqual([['company', 'Enter the company']])
    expect(registered.text).toMatch(/<option value="buyer" +selected>/)
    const said = { name: 'Ann', email: 'a@b', newsletter: 'true' }
    const written = await post(said, {}, at('contact-us'))
    expect(errorsIn(written.text)).toEqual([
      ['email', 'Enter an email address like name@example.com'],
      ['message', 'Enter the message'],
    ])
    expect(written.text).toMatch(/value="true" +checked/)
    const sent = await post({ ...said, email: email(), message: 'Hello' }, {}, at('contact-us'))
    expect([sent.status, outcome(sent.text)]).toEqual([
      202,
      'Thank you. Your message has arrived. Your reference is C-1.',
    ])
    const subscribed = await post({ email: email() }, {}, at('newsletter'))
    expect([subscribed.status, outcome(subscribed.text)]).toEqual([
      202,
      'Thank you. If the address is right, a mail to confirm it is on its way.',
    ])
  })
})

test('JSON names every mistake at once, in the words of the first', async () => {
  const { status, json } = await send({ email: 'nobody', country: 'Atlantis', website: 'ftp://x' })
  expect([status, json.message, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    'Enter an email address like name@example.com',
    ['email', 'country', 'website'],
  ])
})

test('no call but those of public forms says that it takes a form', () => {
  const { enquiry, registration } = intake
  expect([enquiry.form, registration.form]).toEqual([true, true])
})
