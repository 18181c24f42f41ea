import { sql } from 'kysely'
import type { EndedMail, EndedMailing, MailKind } from '#server/platform/outbox/kind.ts'
import { holdMailing } from '#server/platform/outbox/queue.ts'
import type { TestApp } from './app.ts'

/** A kind of mails whose audience is made of numbers: their addresses begin with what the sink does to them. */
export const sampleKind = (more: Partial<MailKind> = {}) => {
  const ended: EndedMail[] = []
  const mailings: EndedMailing[] = []
  const kind: MailKind = {
    addresses: (ids) => sql`select id, 'reader' || id || '@reader.example' as address from unnest(${ids}) id`,
    slots: ({ forId }) => ({ unsubscribe: `https://leads.firm.example/u/${forId}` }),
    ended: async (_tenant, mails) => void ended.push(...mails),
    mailingEnded: async (_tenant, mailing) => void mailings.push(mailing),
    ...more,
  }
  return { kind, ended, mailings }
}

const system = { kind: 'system', channel: 'api', act: 'test' } as const

/** A mailing to so many, held for so many seconds. */
export const mailTo = (app: TestApp, companyId: number, many: number, seconds = 0, kind = 'sample') =>
  app.services.tenants.write(companyId, system, (tenant) =>
    holdMailing(tenant, {
      kind,
      text: {
        subject: 'News',
        plain: 'News\n\nUnsubscribe: {{unsubscribe}}',
        html: '<p>News</p><p><a href="{{unsubscribe}}">Unsubscribe</a></p>',
      },
      audience: sql`select generate_series(1, ${many}::int) as id`,
      releasesAt: sql`now() + make_interval(secs => ${seconds})`,
      madeBy: null,
    }),
  )

export const inCompany = <T>(
  app: TestApp,
  companyId: number,
  work: Parameters<typeof app.services.tenants.write<T>>[2],
) => app.services.tenants.write(companyId, system, work)

/** What the ledger says of a mailing. */
export const mailingOf = async (app: TestApp, companyId: number, id: number) => {
  const { rows } = await app.owner.query('select * from mailings where company_id = $1 and id = $2', [companyId, id])
  return rows[0]
}

/** How many of its mails are in which state. */
export const statesOf = async (app: TestApp, companyId: number, id: number): Promise<Record<string, number>> => {
  const { rows } = await app.owner.query(
    'select state, count(*)::int as n from mails where company_id = $1 and mailing_id = $2 group by state order by state',
    [companyId, id],
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** Waits until a mailing is in one of these states. */
export const untilMailing = async (app: TestApp, companyId: number, id: number, ...states: string[]) => {
  for (;;) {
    const mailing = await mailingOf(app, companyId, id)
    if (states.includes(mailing.state)) return mailing
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
