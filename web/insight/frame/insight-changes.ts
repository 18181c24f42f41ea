import type { ChangeWords } from '#web/platform/changes/change-words.ts'
import { oneOf, several } from '#web/platform/changes/value-words.ts'
import { ALERT_WORDS } from './insight-words.tsx'

const words = several((word) => word, 'None')

/** How the history shows competitors, their feeds, topics and alerts. */
export const INSIGHT_CHANGES: ChangeWords = {
  values: {
    'competitor_feeds.full_text': oneOf({ auto: 'When the feed gives little text', on: 'Always', off: 'Never' }),
    'competitor_feeds.keep_words': words,
    'competitor_feeds.mute_words': words,
    'competitor_topics.phrases': words,
    'competitor_alerts.kind': oneOf(ALERT_WORDS),
    'competitor_alerts.words': words,
  },
  ids: {},
  names: {},
  hidden: [],
  main: ['competitors'],
}
