import type { Coverage, CompetitorRef } from '#contract/insight/competitor-posts.ts'
import type { FeedState } from '#contract/insight/competitors.ts'
import type { AlertKind } from '#contract/insight/competitor-alerts.ts'
import { StatusTag, type Tone } from '#web/kit/look/StatusTag.tsx'

interface Words {
  label: string
  tone: Tone
}

export const COVERAGE_WORDS: Readonly<Record<Coverage, Words>> = {
  covered: { label: 'Covered', tone: 'success' },
  nearest: { label: 'Nearest', tone: 'neutral' },
  gap: { label: 'Not covered', tone: 'warning' },
  unknown: { label: 'Not compared yet', tone: 'neutral' },
}

export const FEED_WORDS: Readonly<Record<FeedState, Words>> = {
  ok: { label: 'Works', tone: 'success' },
  late: { label: 'Late', tone: 'warning' },
  failing: { label: 'Failing', tone: 'warning' },
  broken: { label: 'Broken', tone: 'error' },
  moved: { label: 'Moved', tone: 'info' },
  gone: { label: 'Gone', tone: 'error' },
  paused: { label: 'Paused', tone: 'neutral' },
}

export const ALERT_WORDS: Readonly<Record<AlertKind, string>> = {
  new_post_in_topic: 'New post in a topic',
  new_topic: 'New topic',
  mentions: 'Mentions of words',
  cadence_up: 'More posts than before',
  silence: 'Silence',
  gap_opened: 'New gap',
  feed_broken: 'Broken feed',
}

export const FeedTag = ({ state }: { state: FeedState }) => (
  <StatusTag tone={FEED_WORDS[state].tone}>{FEED_WORDS[state].label}</StatusTag>
)

/** The first letter of a competitor on its colour; its name stands beside it. */
export const CompetitorMark = ({ name, colour }: Pick<CompetitorRef, 'name' | 'colour'>) => (
  <span className="competitor-mark" style={{ backgroundColor: colour }} aria-hidden>
    {name.trim().charAt(0).toUpperCase()}
  </span>
)

/** The competitor of a post, in a cell or a line. */
export const CompetitorName = ({ competitor }: { competitor: CompetitorRef }) => (
  <span className="competitor-name">
    <CompetitorMark {...competitor} />
    <span className="cut">{competitor.own ? `${competitor.name} (ours)` : competitor.name}</span>
  </span>
)

/** Where a link of a stranger may lead: to a web page, and nowhere else. */
export const webAddress = (address: string) => {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

/** Opens a page of theirs in a tab that knows nothing of this one. */
export const openOriginal = (address: string) => {
  const to = webAddress(address)
  if (to !== undefined) window.open(to, '_blank', 'noopener,noreferrer')
}
