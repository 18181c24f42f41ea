import { lazily } from '#server/kit/lazily.ts'
import { notificationRulesOf } from '#server/platform/notifications/rules.ts'
import { AREAS } from './areas.ts'

/** What all areas declare of their notifications. */
export const notificationRules = lazily(() => notificationRulesOf(AREAS.map((area) => area.notifications ?? {})))
