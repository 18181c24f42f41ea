import type { Outlook } from '#contract/leads/outlook.ts'
import { session } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'

/** Who gets a lead next, or why nobody does, in few words. */
export const outlookWords = (outlook: Outlook): string => {
  if (!outlook.queued) return 'Not queued. Assign it by hand'
  const { next, from } = outlook
  if (!next) return whyNobody(outlook)
  const who = isMe(next.id) ? 'You are next' : `${next.name} is next`
  return from ? `${who}, from ${when(from)}` : who
}

/** The same of the whole list. */
export const outlookSentence = (outlook: Outlook): string => {
  if (!outlook.queued) return 'These leads are not in the automatic queue. Assign them by hand.'
  const { next, from } = outlook
  if (!next) return `${whyNobody(outlook)}.`
  const line = isMe(next.id) ? 'You are next in line' : `Next in line: ${next.name}`
  return from ? `${line}, from ${when(from)}. Nobody can take a lead before.` : `${line}.`
}

const whyNobody = ({ reasons }: Outlook) =>
  reasons.length === 0 ? 'Nobody is on the QA list' : `Nobody can take it: ${reasons.join('; ')}`

const isMe = (id: number) => id === session.get().user?.id

/** The time alone of today. */
const when = (at: string) => {
  const { date, time, dateTime } = formats()
  return date(at) === date(new Date()) ? time(at) : dateTime(at)
}
