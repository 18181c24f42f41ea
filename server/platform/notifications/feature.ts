import { sql } from 'kysely'
import { feature } from '#server/platform/feature.ts'
import { DIGEST, digestMails, writeDigest } from './digest.ts'
import { forgetNotifications } from './forget.ts'
import { DIGEST_DUE, FORGET_DUE } from './notify.ts'
import { notificationRoutes } from './routes.ts'
import type { NotificationRules } from './rules.ts'
import { unreadLive } from './unread.ts'

interface Given {
  config: { smtpUrl: string | undefined; publicUrl: string }
  notificationRules(): NotificationRules
}

export const notifications = feature({
  routes: ({ config, notificationRules }: Given) =>
    notificationRoutes({ mail: config.smtpUrl !== undefined, rules: notificationRules() }),
  due: ({ config: { smtpUrl, publicUrl }, notificationRules }: Given) => ({
    short: {
      [FORGET_DUE]: forgetNotifications,
      [DIGEST_DUE]: async (tenants, companyId) =>
        smtpUrl === undefined ? undefined : writeDigest(notificationRules(), tenants, companyId, publicUrl),
    },
  }),
  mails: { [DIGEST]: digestMails },
  live: (rules) => ({ unread: unreadLive(rules) }),
  entities: {
    notification_usuals: {
      name: ({ companyId }) => sql`(
        select coalesce(c.fields -> 'kind' ->> 1, c.fields -> 'kind' ->> 0) from changes c
        where c.company_id = ${companyId} and c.root = 'notification_usuals' and c.root_id = r.root_id and c.fields ? 'kind' limit 1)`,
      section: 'notifications',
    },
  },
})
