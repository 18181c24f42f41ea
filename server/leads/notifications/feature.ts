import { feature } from '#server/platform/feature.ts'
import { forgetNotifications } from './forget.ts'
import { FORGET_DUE } from './notify.ts'
import { notificationRoutes } from './routes.ts'
import { unreadLive } from './unread.ts'

export const notifications = feature({
  routes: ({ config }: { config: { smtpUrl: string | undefined } }) =>
    notificationRoutes({ mail: config.smtpUrl !== undefined }),
  due: { short: { [FORGET_DUE]: forgetNotifications } },
  live: { unread: unreadLive },
})
