import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { notifications, type Choose } from '#contract/platform/notifications.ts'
import { tellings, UNREAD } from './read.ts'
import type { NotificationRules } from './rules.ts'
import { unreadLines } from './unread.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import {
  choicesOf,
  choose,
  follow,
  lastDigest,
  lockDefaults,
  putDefault,
  read,
  readAll,
  seenNow,
  defaultsOf,
} from './queries.ts'

const DEFAULT_LIMIT = 20

/** `mail`: whether this server sends any. */
export const notificationRoutes = ({ mail, rules }: { mail: boolean; rules: NotificationRules }) =>
  implement('notifications', notifications, {
    async list({ tenant, caller, query: { view, before, limit = DEFAULT_LIMIT } }) {
      const [seen, data] = await Promise.all([
        seenNow(tenant),
        tellings(rules, tenant, caller, {
          where: view === undefined ? sql`n.in_app` : UNREAD,
          kind: view === 'mentions' ? 'mentioned' : undefined,
          limit,
          before,
        }),
      ])
      return { data, seen, next: data.length < limit ? null : (data.at(-1)?.id ?? null) }
    },

    async unread({ tenant, caller }) {
      const [data = { count: 0, mentions: 0 }] = await unreadLines(rules, tenant, [caller.personId])
      return { data }
    },

    async read({ tenant, caller, params, body }) {
      found('Notification', await read(rules, tenant, caller.personId, params.id, body.seen))
      return {}
    },

    async readAll({ tenant, caller, body }) {
      await readAll(rules, tenant, caller.personId, body.seen)
      return {}
    },

    async choices({ tenant, caller: { personId, can } }) {
      const [all, last_digest] = await Promise.all([choicesOf(tenant, personId), lastDigest(tenant, personId)])
      const choices = all.filter(({ kind }) => {
        const permission = rules.kinds.get(kind)?.permission
        return permission === undefined || can(permission)
      })
      return { data: { choices, mail, last_digest } }
    },

    async choose({ tenant, caller, body }) {
      checkMail(mail, body)
      return { data: await choose(tenant, caller.personId, body) }
    },

    async follow({ tenant, caller, body }) {
      return { data: found('Kind', await follow(tenant, caller.personId, body.kind)) }
    },

    async usuals({ tenant }) {
      return { data: { choices: await defaultsOf(tenant), mail } }
    },

    // What is so already leaves no row behind: nothing was decided.
    async changeUsual({ tenant, body }) {
      checkMail(mail, body)
      await lockDefaults(tenant)
      const before = found(
        'Kind',
        (await defaultsOf(tenant)).find(({ kind }) => kind === body.kind),
      )
      const after = { ...before, ...body }
      if (!isDeepStrictEqual(after, before)) await putDefault(tenant, after)
      return { data: after }
    },
  })

const checkMail = (mail: boolean, { digest = 'none' }: Choose) => {
  if (!mail && digest !== 'none')
    throw conflict('This server doesn’t send email. Ask your administrator to set up a mail server.')
}
