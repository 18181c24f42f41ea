import { mailings as calls } from '#contract/content/mailings.ts'
import { feature } from '#server/platform/feature.ts'
import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { postUpdates, testUpdates } from './kind.ts'
import { mailingNotified, mailingRule } from './notified.ts'
import { PREPARE_DUE, prepareDue } from './prepare.ts'
import { mailingRoutes } from './routes.ts'
import { POST_UPDATE } from './send.ts'
import type { MailConfig } from './services.ts'
import { TEST_UPDATE } from './test-mail.ts'

export const mailings = feature<{ config: MailConfig }>({
  routes: ({ config }) => mailingRoutes(config),
  due: ({ config }) => ({ short: { [PREPARE_DUE]: prepareDue(config) } }),
  mails: ({ config }) => {
    const services = { config, tokens: openMailTokens(config.secret) }
    return { [POST_UPDATE]: postUpdates(services), [TEST_UPDATE]: testUpdates(services) }
  },
  entities: { mail_settings: { section: 'mail' } },
  views: { 'marketing-blog-sends': viewedList(calls.list, []) },
  notifications: { entities: { post_mailing: mailingNotified }, kinds: { mailing: mailingRule } },
})
