import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { mailings, type Mailing } from '#contract/content/mailings.ts'
import { site } from '#contract/content/site.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { startWork } from '#server/app/work.ts'
import type { TestApp, TestPerson } from './app.ts'
import { addPost, picturesReady, POST_KEYS, withAuthor } from './posts.ts'

export const MAIL_ENV = { MAIL_FROM: 'News <news@firm.example>', MAIL_BOUNCE_DOMAIN: 'bounces.firm.example' }
export const MAILING_KEYS = [
  ...POST_KEYS,
  'blogs_send_updates',
  'newsletter_list',
  'newsletter_edit',
  'configuration_edit',
] as const

/** Someone who mails, in a company whose site readers can open. */
export const withSite = async (app: TestApp) => {
  const { person, authorId } = await withAuthor(app, { can: MAILING_KEYS })
  await person.call(site.change, {
    body: { postal_address: 'Halden & Pryce\n1 Mill Lane\nLeeds', publisher_name: 'Halden & Pryce' },
  })
  await person.call(site.makeKey, {})
  return { person, authorId }
}

export const publish = (person: TestPerson, id: number) =>
  person.call(blogPublishing.setStatus, { params: { id }, body: { action: 'publish' } })

/** A post that readers can open. */
export const livePost = async (app: TestApp, person: TestPerson, authorId: number, title = 'Sizing a pump') => {
  const post = await addPost(person, authorId, { title, excerpt: 'How large it has to be.' })
  await picturesReady(app, person)
  return (await publish(person, post.id)).data
}

/** As the newsletter has them: each by its address, with the status. */
export const addSubscribers = async (
  app: TestApp,
  { companyId }: TestPerson,
  emails: readonly string[],
  { status = 'subscribed', source = 'website_form', confirmed = true } = {},
): Promise<number[]> => {
  const rows = await app.sql(
    companyId,
    `insert into newsletter_subscribers (company_id, email, status, status_source, source, blocked_from, confirmed_at)
     select $1, email, $3, 'form', $4, case when $3 = 'blocked' then 'subscribed' end, case when $5 then now() end
     from unnest($2::text[]) as email returning id`,
    [companyId, emails, status, source, confirmed],
  )
  return rows.map(({ id }: { id: string }) => Number(id)).toSorted((one, other) => one - other)
}

export const people = (count: number, at = 'reader') =>
  Array.from({ length: count }, (_, no) => `${at}${no}@firm.example`)

export const send = async (person: TestPerson, id: number, body: BodyOf<typeof mailings.send> = {}): Promise<Mailing> =>
  (await person.call(mailings.send, { params: { id }, body })).data
export const mailing = async (person: TestPerson, id: number) =>
  (await person.call(mailings.details, { params: { id } })).data
export const statusOf = async (app: TestApp, { companyId }: TestPerson, id: number): Promise<string> =>
  (
    await app.sql(companyId, 'select status from newsletter_subscribers where company_id = $1 and id = $2', [
      companyId,
      id,
    ])
  )[0]?.status

/** Begins a mailing at once, and waits until it is over or stands. */
export const releaseNow = async ({ services }: TestApp, person: TestPerson, id: number) => {
  await person.call(mailings.releaseNow, { params: { id } })
  const errors: unknown[] = []
  const worker = startWork(services, (error) => void errors.push(error))
  try {
    for (let round = 0; round < 200; round++) {
      worker.wake()
      const now = await mailing(person, id)
      if (now.state !== 'held' && now.state !== 'sending') return now
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(
      `The mailing did not end: ${errors.map((error) => (error instanceof Error ? String(error.cause) : error)).join('; ')}`,
    )
  } finally {
    await worker.stop()
  }
}
