import type { CompetitorRow, Feed } from '#contract/insight/competitors.ts'

/** The dialog that stands open above the cards. */
export type CompetitorDialog =
  | { kind: 'competitor'; competitor: CompetitorRow }
  | { kind: 'feed'; competitor: CompetitorRow; feed: Feed | undefined }
  | { kind: 'polls'; feed: Feed }
