import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { escaped } from '#server/outside/mail.ts'
import { openComposer, Unwritable, type Message } from '#server/outside/mail-message.ts'
import { openMailTokens } from './tokens.ts'

const message: Omit<Message, 'body'> = {
  to: 'ada@reader.example',
  subject: 'News',
  slots: {},
  messageId: '<s1.2.abc@firm.example>',
  fromName: null,
  replyTo: null,
  headers: {
    'List-Id': '<blog.1.firm.example>',
    'List-Unsubscribe': '<https://firm.example/u/1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  bounceTo: undefined,
}
const MAIL_FROM = 'Leads <leads@firm.example>'

const headersOf = (text: Buffer) =>
  (text.toString().split('\r\n\r\n')[0] ?? '')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.slice(0, line.indexOf(':')))
const OURS = ['From', 'To', 'Subject', 'Message-ID', 'List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Date']

test('S5: whatever a text of data is, a mail has exactly our headers, or is not written', async () => {
  const composer = await openComposer({ mailFrom: MAIL_FROM, mailDkim: undefined })
  const body = composer.body('Plain', '<p>Html</p>')
  const hostile = [
    'News\r\nBcc: eve@evil.example',
    'News\nX-Evil: 1',
    'News\0',
    'x'.repeat(300),
    '=?utf-8?q?Bcc=3A_eve?=',
    '\u202enews',
    'Ada" <eve@evil.example>, "x',
    'a, b <c@d.example>; e',
  ]
  for (const subject of hostile)
    for (const part of [{ subject }, { fromName: subject }, { headers: { ...message.headers, 'List-Id': subject } }]) {
      const written = await composer.mail({ ...message, body, ...part }).catch((error: unknown) => error)
      if (/\p{Cc}/u.test(subject)) expect(written).toBeInstanceOf(Unwritable)
      else {
        const { text, envelope } = written as Awaited<ReturnType<typeof composer.mail>>
        const names = headersOf(text).map((name) => name.toLowerCase())
        expect(new Set(names)).toEqual(
          new Set([...OURS, 'MIME-Version', 'Content-Type'].map((name) => name.toLowerCase())),
        )
        expect(names).toHaveLength(OURS.length + 2)
        expect(envelope).toEqual({ from: 'leads@firm.example', to: 'ada@reader.example' })
        expect(text.toString().replaceAll(/\r\n[ \t]+/g, ' ')).toMatch(/^From: .*<leads@firm\.example>\r$/m)
      }
    }
})

const quotedText = (part: string) =>
  Buffer.from(
    part
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

test('a body is written once, and each mail of it has what is its reader’s own, in lines that mail servers take', async () => {
  const composer = await openComposer({ mailFrom: MAIL_FROM, mailDkim: undefined })
  const long = `${'Grüße an alle. '.repeat(30)}${'漢字'.repeat(90)}\n.\n--=_part \n`
  const texts = [`{{name}}${long}{{link}}`, `{{link}}{{name}}{{none}}${long}`] as const
  const body = composer.body(texts[0], texts[1])
  for (const name of ['Ada', 'Ada & <b>=3D</b> '.repeat(20), '漢'.repeat(100), '']) {
    const slots = { name, link: `https://firm.example/?${'a'.repeat(200)}=1` }
    const { text } = await composer.mail({ ...message, body, slots })

    const [, plain = '', html = '', rest] = text.toString().split(/(?:^|\r\n)--=_part(?:--)?\r\n/)
    const shown = (part: string) => quotedText(part.slice(part.indexOf('\r\n\r\n') + 4)).replaceAll('\r\n', '\n')
    expect(shown(plain)).toBe(texts[0].replace('{{name}}', name).replace('{{link}}', slots.link))
    expect(shown(html)).toBe(texts[1].replace('{{name}}', escaped(name)).replace('{{link}}', slots.link))
    expect(rest).toBe('')
    expect(
      text
        .toString()
        .split('\r\n')
        .filter((line) => line.length > 76 && !line.startsWith(' ')),
    ).toEqual([])
    expect(text.toString().replaceAll('\r\n', '')).toMatch(/^[\x20-\x7e]*$/)
  }
  const { text } = await composer.mail({ ...message, body: composer.body('Dear {{name}}', ''), slots: { name: 'Ada' } })
  expect(text.toString()).toContain('\r\nContent-Transfer-Encoding: quoted-printable\r\n')
  expect(quotedText(text.toString().split('\r\n\r\n')[1] ?? '')).toBe('Dear Ada')
})

test('a signature covers both headers about unsubscribing', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = join(await mkdtemp('/tmp/dkim-'), 'key.pem')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const composer = await openComposer({
    mailFrom: MAIL_FROM,
    mailDkim: { domain: 'firm.example', selector: 's1', keyFile },
  })
  const { text } = await composer.mail({ ...message, body: composer.body('Plain', '<p>Html</p>') })

  const signature = /^DKIM-Signature: ((?:.|\r\n[ \t])+)/m.exec(text.toString())?.[1]?.replaceAll(/\s+/g, '') ?? ''
  expect(signature).toContain('d=firm.example;')
  const signed = /;h=([^;]+)/.exec(signature)?.[1]?.toLowerCase().split(':') ?? []
  expect(signed).toEqual(expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']))
})

test('S6: a token opens what it was made for, for whom it was made, and nothing else', () => {
  const [ours, others] = [openMailTokens('a secret of ours'), openMailTokens('a secret of others')]
  const token = ours.sign('unsubscribe', 7, 11, 0)

  expect(ours.read('unsubscribe', token)).toEqual({ companyId: 7, ids: [11, 0] })
  expect(ours.read('confirm', token)).toBeUndefined()
  expect(others.read('unsubscribe', token)).toBeUndefined()
  for (const forged of [
    token.replace('.11.', '.12.'),
    token.replace('.7.', '.8.'),
    token.slice(0, -1),
    `${token}=`,
    '',
    '.',
    'x'.repeat(5_000),
  ])
    expect(ours.read('unsubscribe', forged)).toBeUndefined()
  // 128 bits.
  expect(Buffer.from(token.split('.').at(-1) ?? '', 'base64url')).toHaveLength(16)
})

test('S8: an envelope sender says whose bounce it is, also in small letters, and a forged one nothing', () => {
  const tokens = openMailTokens('a secret of ours')
  const mail = { companyId: 2_000_000_000, mailId: 900_000_000_000 }
  const address = tokens.bounceAddress(mail, 'bounces.firm.example')

  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
  for (const spelt of [address, address.toUpperCase(), `<${address}>`])
    expect(tokens.readBounceAddress(spelt)).toEqual(mail)
  for (const forged of [
    address.replace('900', '901'),
    address.replace('b+', 'c+'),
    `x${address}`,
    address.slice(3),
    'b+1.2.@x',
    '',
  ])
    expect(tokens.readBounceAddress(forged)).toBeUndefined()
  const id = tokens.messageId(mail, 'firm.example')
  expect(tokens.readMessageId(id)).toEqual(mail)
  expect(tokens.readBounceAddress(id)).toBeUndefined()
})
