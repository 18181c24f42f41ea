import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { ContactStatus } from '#contract/content/contact-message.ts'
import type { Staffed } from './companies.ts'
import { CONTACT_TEXTS, CONTACT_WRITERS, SPAM_TEXTS } from './contact-texts.ts'
import type { Furniture } from './furnish.ts'
import { changeOf, type Recorded, type Row } from './history.ts'
import { nextId } from './next-id.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const FORM = { actorKind: 'system', actorId: null, channel: 'intake' } as const

/** How the messages of a company stand, the newest first. */
const HALDEN: readonly ContactStatus[] = [
  ...Array<ContactStatus>(5).fill('new'),
  'in_progress',
  'new',
  'spam',
  'in_progress',
  'new',
  'answered',
  'in_progress',
  'answered',
  'spam',
  'in_progress',
  ...Array<ContactStatus>(4).fill('answered'),
  'archived',
  'spam',
  ...Array<ContactStatus>(5).fill('answered'),
  'spam',
  'archived',
  'spam',
  ...Array<ContactStatus>(4).fill('answered'),
  'spam',
  'archived',
  'spam',
  'answered',
  'answered',
  'answered',
  'archived',
]
const OTHERS: readonly ContactStatus[] = [
  'new',
  'new',
  'in_progress',
  'answered',
  'spam',
  'answered',
  'answered',
  'archived',
]

const PAGES = ['/contact', '/pumps/peristaltic', '/valves', '/service', '/delivery', null]
const COMMENT = 'They bought from us last year. The order is in the archive.'
const ANSWER = 'Thank you for your message. We have what you need in stock. You get our quote today.'

/** What people have written by the contact form of a company, in all states, the newest ones still waiting. */
export const receiveMessages = async (
  client: Client,
  random: Random,
  { companyId, company, staff }: Staffed,
  { formId, restricted }: Furniture,
  now: number,
) => {
  const changes: Row[] = []
  const messages: Row[] = []
  const comments: Row[] = []
  const replies: Row[] = []
  const record = (table: Recorded, before: Row | undefined, row: Row, act: ReturnType<typeof actAt>) => {
    const change = changeOf(table, before, row, act, () => random.hex(16))
    if (change) changes.push(change)
  }
  const handlers = ['admin', 'manager'].flatMap((account) => staff.get(account) ?? [])
  const courses = company.hasBlog ? HALDEN : OTHERS
  let at = now - 12 * 60_000
  for (const [place, status] of courses.entries()) {
    at -= random.between(20, place < 8 ? 120 : 1_500) * 60_000
    const spam = status === 'spam'
    const [name, host, firm, phone, country] = CONTACT_WRITERS[place % CONTACT_WRITERS.length] ?? CONTACT_WRITERS[0]
    const texts = spam ? SPAM_TEXTS : CONTACT_TEXTS
    const [subject, text] = texts[place % texts.length] ?? texts[0]
    // One of those that wait is of a restricted domain.
    const held = place === 2 ? restricted[0] : undefined
    const domain = held?.domain ?? host
    const email = `${name
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^a-z ]/g, '')
      .replaceAll(' ', '.')}@${domain}`
    const page = PAGES[place % PAGES.length] ?? null
    const handler = handlers[place % handlers.length] ?? 0
    const came = {
      company_id: companyId,
      id: await nextId(client, 'contact_messages'),
      contact_no: courses.length - place,
      name,
      email,
      email_domain: domain,
      phone,
      company: firm,
      subject,
      message: text,
      page_url: page && `https://www.${company.domain}${page}`,
      country,
      form_id: formId,
      source: 'website_form',
      status: spam ? 'spam' : 'new',
      handled_by: null,
      spam_reasons: spam ? ['phrases of advertising'] : [],
      restricted_by: held?.id ?? null,
      message_hash: `\\x${createHash('sha256').update(`${email}\n${subject}\n${text}`).digest('hex')}`,
      answered_at: null,
      first_answer_minutes: null,
      created_at: iso(at),
      updated_at: iso(at),
      version: 1,
    }
    record('contact_messages', undefined, came, actAt({ random }, at, FORM, 'contact-form.send'))
    const minutes = random.between(4, 300)
    const later = Math.min(at + minutes * 60_000, now - 60_000)
    if (status === 'new' || spam) {
      messages.push(came)
      continue
    }
    const changed = {
      ...came,
      status,
      handled_by: status === 'archived' ? null : handler,
      ...(status === 'answered' ? { answered_at: iso(later), first_answer_minutes: minutes } : {}),
      updated_at: iso(later),
      version: 2,
    }
    const act = status === 'in_progress' ? 'contact-messages.assign' : 'contact-messages.setStatus'
    record('contact_messages', came, changed, actAt({ random }, later, person(handler), act))
    messages.push(changed)
    if (status === 'answered')
      replies.push({
        company_id: companyId,
        id: await nextId(client, 'contact_replies'),
        message_id: came.id,
        text: ANSWER,
        by_id: handler,
        at: iso(later),
      })
    if (status === 'in_progress' || place % 6 === 0) {
      const comment = {
        company_id: companyId,
        id: await nextId(client, 'contact_comments'),
        message_id: came.id,
        author_id: handlers[(place + 1) % handlers.length] ?? handler,
        body: COMMENT,
        mentions: [],
        pinned: false,
        created_at: iso(later),
      }
      record(
        'contact_comments',
        undefined,
        comment,
        actAt({ random }, later, person(comment.author_id), 'contact-messages.comment'),
      )
      comments.push(comment)
    }
  }
  await storeRows(client, companyId, {
    contact_messages: messages.toReversed(),
    contact_comments: comments,
    contact_replies: replies,
    changes: changes.toSorted((one, other) => String(one['at']).localeCompare(String(other['at']))),
  })
}
