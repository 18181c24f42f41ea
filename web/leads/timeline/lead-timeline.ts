import { fieldName, type Entity } from '#contract/kit/history.ts'
import type { ChangeSet, Comment, Decision } from '#contract/leads/lead-details.ts'
import { entities } from '#contract/leads/lead-history.ts'
import { session } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import { enquiryLabel, labelOf, REACHED, reasonLabel, sourceLabel, statusWords } from '#web/leads/words/lead-words.ts'

export type TimelineKind = 'comment' | 'created' | 'assigned' | 'status' | 'changed'

export interface TimelineEntry {
  key: string
  at: string
  kind: TimelineKind
  /** Who did it; undefined where the words name nobody before the verb. */
  who: string | undefined
  words: string
  /** The name that ends the sentence. */
  whom?: string
  comment?: Comment
  reason?: string | undefined
  decision?: Decision
  /** Seconds in the status that this ended. */
  after?: number | undefined
}

/** Comments and history as one story, newest first; pinned comments stand above it. */
export const timelineOf = (comments: readonly Comment[], history: readonly ChangeSet[]): TimelineEntry[] => {
  const said = comments.map((comment): TimelineEntry => ({
    key: `comment-${comment.id}`,
    at: comment.created_at,
    kind: 'comment',
    who: comment.author.name,
    words: 'commented',
    comment,
  }))
  const pinned = ({ comment }: TimelineEntry) => Number(comment?.pinned ?? false)
  return [...said, ...history.flatMap(entryOf)].sort(
    (one, other) => pinned(other) - pinned(one) || other.at.localeCompare(one.at),
  )
}

/** What an act did to a lead, in words; nothing for acts that the timeline shows otherwise. */
const entryOf = (act: ChangeSet): TimelineEntry[] => {
  const on = act.changes.filter(({ entity }) => entity === 'leads')
  const created = on.some(({ verb }) => verb === 'created')
  const field = (name: string) => on.find((change) => change.field === name)
  const make = (kind: TimelineKind, words: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
    key: act.change_set,
    at: act.at,
    kind,
    who: act.actor.kind === 'person' ? nameOfActor(act) : undefined,
    words,
    reason: act.channel === 'undo' ? BY_UNDO : (act.reason ?? undefined),
    ...more,
  })

  if (created) {
    const source = field('source')?.new
    const by = act.actor.kind === 'person'
    return [
      make(
        'created',
        by
          ? 'added this lead'
          : `Created from ${typeof source === 'string' ? sourceLabel(source).toLowerCase() : 'outside'}`,
      ),
    ]
  }
  // It changes much at once, and is one thing; its reason names both leads.
  if (act.act === 'duplicates.merge') return [make('changed', 'merged two leads')]
  if (act.act === 'duplicates.unmerge') return [make('changed', 'unmerged two leads')]
  const deleted = field('deleted_at')
  if (deleted) return [make('changed', deleted.new === null ? 'restored it' : 'deleted it')]
  const status = field('status')
  const holder = field('assigned_qa') ?? field('sales_person')
  const after = act.time_in_status ?? undefined
  const decided = act.decision ? { decision: act.decision } : {}
  if (status && ['valid', 'invalid', 'in-progress', 'on_hold', 'new'].includes(String(status.new)))
    return [make('status', turnWords(status, act.actor.kind), { after, reason: reasonOf(act), ...decided })]
  if (holder) return [assignment(act, make, holder.new, decided)]
  const enquiry = field('enquiry_status')
  const contact = contactWords(field('reached_by')?.new, field('follow_up_on')?.new)
  if (enquiry) return [make('status', `set the enquiry to ${enquiryLabel(String(enquiry.new))}${contact}`)]
  if (act.act === 'valid-leads.setEnquiryStatus') return [make('status', `reached them again${contact}`)]
  const accepted = act.changes.find(({ entity, field }) => entity === 'lead_acceptances' && field in ACCEPTANCE)
  if (accepted) return [make('changed', ACCEPTANCE[accepted.field] ?? '')]
  const changed = act.changes.filter(({ entity, field }) => entity !== 'lead_comments' && !QUIET.has(field))
  if (changed.length === 0) return []
  return [
    make(
      'changed',
      `${CHANGED_BY[act.actor.kind] ?? 'Changed'} ${[...new Set(changed.map(({ field, entity }) => fieldName(ROWS[entity], field)))].join(', ')}`,
    ),
  ]
}

/** `, by call, follow-up on 3 Dec 2026` */
const contactWords = (by: unknown, on: unknown) =>
  [
    typeof by === 'string' && `, by ${labelOf(REACHED, by).toLowerCase()}`,
    typeof on === 'string' && `, follow-up on ${formats().writeDay(on)}`,
  ]
    .filter(Boolean)
    .join('')

const ROWS: Readonly<Record<string, Entity>> = entities

/** A person’s name stands before it. */
const CHANGED_BY: Readonly<Record<string, string>> = { person: 'changed', import: 'An import changed' }

const assignment = (
  act: ChangeSet,
  make: (kind: TimelineKind, words: string, more?: Partial<TimelineEntry>) => TimelineEntry,
  holder: unknown,
  decided: Partial<TimelineEntry>,
) => {
  const whom = isMe(holder) ? 'you' : nameOf(holder)
  if (whom === undefined) return make('assigned', act.actor.kind === 'person' ? 'released it' : 'Released', decided)
  if (act.actor.kind !== 'person') return make('assigned', 'Auto-assigned to', { whom, ...decided })
  const self = act.actor.name === nameOf(holder)
  return self ? make('assigned', 'took this lead', decided) : make('assigned', 'assigned it to', { whom, ...decided })
}

/** What became of a lead that its rep was to accept. */
const ACCEPTANCE: Readonly<Record<string, string>> = {
  opened_at: 'accepted it',
  reminded_at: 'The rep was reminded to accept it',
  escalated_at: 'Managers were notified that it was not accepted',
}

const turnWords = ({ old: before, new: now }: { old: unknown; new: unknown }, actor: string) => {
  const status = String(now)
  if (before === 'on_hold') return actor === 'person' ? 'took it off hold' : 'Off hold automatically'
  if (status === 'on_hold') return 'put it on hold'
  if (status === 'new') return actor === 'person' ? 'released it' : 'Released'
  if (status === 'valid') return actor === 'person' ? 'validated it' : 'Validated'
  if (status === 'invalid') return actor === 'person' ? 'marked it invalid' : 'Marked invalid'
  const label = statusWords(status).label
  return actor === 'person' ? `set ${label}` : `Set ${label}`
}

const BY_UNDO = 'By an undo'

const reasonOf = (act: ChangeSet) => {
  if (act.channel === 'undo') return BY_UNDO
  const value = (name: string) => {
    const found = act.changes.find(({ entity, field }) => entity === 'leads' && field === name)?.new
    return typeof found === 'string' && found !== '' ? found : undefined
  }
  const code = value('reason_code')
  const words = [code && reasonLabel(code), value('reason_note')].filter(Boolean)
  return words.length > 0 ? words.join(': ') : (act.reason ?? undefined)
}

/** Acts done for somebody name both. */
const nameOfActor = ({ actor, on_behalf_of }: ChangeSet) =>
  on_behalf_of ? `${actor.name} for ${on_behalf_of.name}` : actor.name

const nameOf = (value: unknown) => {
  const name: unknown = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined
  return typeof name === 'string' ? name : undefined
}

const isMe = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value && value.id === session.get().user?.id

/** What moves along with every act and tells nobody anything. */
const QUIET = new Set([
  'version',
  'updated_at',
  'status_at',
  'enquiry_at',
  'assigned_at',
  'assigned_how',
  'released_by',
  'released_how',
  'verdict_id',
  'in_progress_at',
  'total_quantity',
  'products_version',
])
