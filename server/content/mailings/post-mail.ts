import { asMarkup, html } from '#server/kit/html.ts'

/** What a mail about a post shows; every text is plain. */
export interface PostMail {
  subject: string
  preheader: string
  title: string
  /** What the post says of itself, else how it begins. */
  opening: string
  cover: { src: string; alt: string } | null
  authors: readonly string[]
  url: string
  publisher: string
  /** Of the company, in lines. */
  postal: string
  /** A line of the company's own above it; may be empty. */
  footer: string
  /** As BCP 47 spells it. */
  locale: string
}

/** Stands for each reader's own address to unsubscribe. */
export const UNSUBSCRIBE = '{{unsubscribe}}'

export const postMail = (mail: PostMail): { subject: string; preheader: string; plain: string; html: string } => {
  const said = withoutSlots(mail)
  return { subject: mail.subject, preheader: mail.preheader, plain: plainOf(said), html: htmlOf(said) }
}

/** What people have written is no slot, whatever it looks like: nothing that shows stands between its braces. */
const withoutSlots = (mail: PostMail): PostMail => {
  const literal = (text: string) => text.replaceAll('{{', '{\u2060{')
  return {
    ...mail,
    subject: literal(mail.subject),
    preheader: literal(mail.preheader),
    title: literal(mail.title),
    opening: literal(mail.opening),
    cover: mail.cover && { ...mail.cover, alt: literal(mail.cover.alt) },
    authors: mail.authors.map(literal),
    publisher: literal(mail.publisher),
    postal: literal(mail.postal),
    footer: literal(mail.footer),
  }
}

const why = ({ publisher }: PostMail) =>
  `You get this mail because you subscribed to ${publisher ? `the newsletter of ${publisher}` : 'this newsletter'}.`
const by = ({ authors }: PostMail) => (authors.length > 0 ? `By ${authors.join(', ')}` : '')

const plainOf = (mail: PostMail) =>
  [
    mail.title,
    mail.opening,
    `Read the post: ${mail.url}`,
    by(mail),
    '-- ',
    why(mail),
    mail.footer,
    [mail.publisher, mail.postal].filter(Boolean).join('\n'),
    `Unsubscribe: ${UNSUBSCRIBE}`,
  ]
    .filter(Boolean)
    .join('\n\n')

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#66687a`

/** Tables and styles at each element: what mail programs read. Its picture is loaded from us; it says nothing of who reads. */
const htmlOf = (mail: PostMail) =>
  html`<!doctype html>
    <html lang="${mail.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${mail.subject}</title>
      </head>
      <body style="margin:0;padding:0;background:#f4f4f7">
        <div style="display:none;max-height:0;overflow:hidden">${mail.preheader}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="width:100%;max-width:600px;background:#ffffff;border-radius:8px"
              >
                ${mail.cover && coverOf(mail.cover, mail.url)}
                <tr>
                  <td
                    dir="auto"
                    style="padding:28px 32px 8px;${FONT};font-size:24px;line-height:32px;font-weight:600;color:#1c1c28"
                  >
                    ${mail.title}
                  </td>
                </tr>
                <tr>
                  <td dir="auto" style="padding:0 32px;${FONT};font-size:16px;line-height:25px;color:#3a3a48">
                    ${mail.opening}
                  </td>
                </tr>
                <tr>
                  <td style="padding:24px 32px 12px">
                    <a
                      href="${mail.url}"
                      style="display:inline-block;padding:12px 24px;background:#5048e5;border-radius:6px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none"
                      >Read the post</a
                    >
                  </td>
                </tr>
                <tr>
                  <td dir="auto" style="padding:0 32px 28px;${SMALL}">${by(mail)}</td>
                </tr>
              </table>
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="width:100%;max-width:600px"
              >
                <tr>
                  <td dir="auto" style="padding:20px 32px;${SMALL}">
                    ${paragraph(why(mail))} ${paragraph(mail.footer)}
                    ${paragraph([mail.publisher, mail.postal].filter(Boolean).join('\n'))}
                    <p style="margin:0">
                      <a href="${asMarkup(UNSUBSCRIBE)}" style="color:#66687a">Unsubscribe</a> &nbsp;·&nbsp;
                      <a href="${mail.url}" style="color:#66687a">View in browser</a>
                    </p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup

const coverOf = ({ src, alt }: { src: string; alt: string }, url: string) =>
  html`<tr>
    <td>
      <a href="${url}"
        ><img
          src="${src}"
          alt="${alt}"
          width="600"
          style="display:block;width:100%;height:auto;border:0;border-radius:8px 8px 0 0"
      /></a>
    </td>
  </tr>`

const paragraph = (text: string) =>
  text !== '' &&
  html`<p style="margin:0 0 8px">${text.split('\n').map((line, at) => html`${at > 0 && asMarkup('<br>')}${line}`)}</p>`

/** The address of a post for readers who come by a mail. */
export const fromMail = (address: string): string => {
  const url = new URL(address)
  url.searchParams.set('ref', 'mail')
  return url.href
}

const MOST_WORDS = 60
/** How a text begins. */
export const openingOf = (text: string): string => {
  const words = text.trim().split(/\s+/, MOST_WORDS + 1)
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS).join(' ')} …` : words.join(' ')
}
