import { useState } from 'react'
import type { BodyOf, Reply } from '#contract/kit/endpoint.ts'
import type { blogPublishing } from '#contract/content/blog-publishing.ts'
import type { Post } from '#contract/content/post.ts'
import { instantOf, localOf, momentIn, myZone } from '#web/content/post-words/moments.ts'

export type PublishCheck = Reply<typeof blogPublishing.check>['data']
export type Mode = 'now' | 'schedule' | 'review'

export interface Plan {
  mode: Mode
  setMode: (mode: Mode) => void
  /** `2026-12-01`, `09:00`: by clocks of the zone. */
  day: string
  time: string
  zone: string
  note: string
  change: (more: Partial<{ day: string; time: string; zone: string; note: string }>) => void
  /** When it goes live; undefined unless it is scheduled. */
  at: Date | undefined
  /** What the button says. */
  button: string
  body: Omit<BodyOf<typeof blogPublishing.setStatus>, 'version'> | undefined
}

/** When the post is to go live, as it is chosen in the drawer. */
export const usePlan = (post: Post, check: PublishCheck | undefined): Plan => {
  const mine = post.publish_zone ?? myZone()
  const [chosen, choose] = useState<Mode>()
  const [when, setWhen] = useState(() => ({ ...beginning(post, mine), zone: mine, note: '' }))
  const isScheduled = post.status === 'scheduled' || post.changes === 'scheduled'
  const mode = chosen ?? (check?.review_needed ? 'review' : isScheduled ? 'schedule' : 'now')
  const local = `${when.day}T${when.time}`
  const at = mode === 'schedule' ? instantOf(local, when.zone) : undefined
  return {
    mode,
    setMode: choose,
    ...when,
    change: (more) => setWhen({ ...when, ...more }),
    at,
    button: at
      ? `Schedule for ${momentIn(at, when.zone)}`
      : mode === 'review'
        ? 'Ask for a review'
        : post.changes
          ? 'Publish changes'
          : 'Publish',
    body:
      mode === 'schedule'
        ? { action: 'schedule', publish_at: local, zone: when.zone }
        : mode === 'review'
          ? { action: 'submit', ...(when.note.trim() && { note: when.note.trim() }) }
          : { action: 'publish' },
  }
}

/** What was chosen before, else nine o’clock tomorrow. */
const beginning = ({ publish_at }: Post, zone: string) => {
  const [day = '', time = ''] = localOf(publish_at ?? new Date(Date.now() + DAY), zone).split('T')
  return { day, time: publish_at ? time : '09:00' }
}
const DAY = 86_400_000
