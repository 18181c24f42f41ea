import type { Notification, NotificationKind } from '#contract/leads/notifications.ts'
import type { Detail } from './notify.ts'

type Words = Notification['words']

/** What a sentence is made of. */
export interface Told {
  kind: NotificationKind
  /** Who did it, the newest first, and how many there are in all. */
  actors: readonly string[]
  actorCount: number
  leads: readonly { name: string }[]
  total: number
  gone: number
  detail: Detail
  job: { title: string; state: string } | null
  /** The reader had asked the question. */
  ownQuestion: boolean
}

/** The sentence, for the screen and for the mail alike. */
export const wordsOf = (told: Told): Words => {
  switch (told.kind) {
    case 'assigned':
      return [...assigned(told), ...by(told)]
    case 'mentioned':
      return [...who(told, 'Someone'), plain(' mentioned you on '), ...lead(told)]
    case 'verdict':
      return [
        ...who(told, 'Someone'),
        plain(' changed '),
        ...leadOrLeads(told),
        plain(` to ${told.detail.verdict ?? 'another verdict'}`),
      ]
    case 'acceptance':
      return acceptance(told)
    case 'queue':
      return queue(told)
    case 'question':
      return [
        ...who(told, 'Someone'),
        plain(
          ` ${told.detail.question?.became ?? 'answered'} ${told.ownQuestion ? 'your question' : 'a question you answered'}`,
        ),
      ]
    case 'job':
      return told.job
        ? [name(told.job.title), plain(JOB_STATE[told.job.state] ?? ' has ended')]
        : [plain('A job has ended')]
  }
}

const acceptance = (told: Told): Words => {
  const many = told.total > 1
  return told.detail.acceptance === 'missed'
    ? [...leadOrLeads(told), plain(many ? ' were not accepted in time' : ' was not accepted in time')]
    : [...leadOrLeads(told), plain(many ? ' are waiting for you to accept them' : ' is waiting for you to accept it')]
}

const queue = ({ detail: { queue } }: Told): Words => {
  if (!queue) return [plain('Leads are waiting for an owner')]
  const { waiting, list, minutes, why } = queue
  const leads = waiting === 1 ? '1 lead is waiting' : `${waiting.toLocaleString('en')} leads are waiting`
  const longest = waiting === 1 ? 'for' : 'the longest for'
  return [
    plain(`${leads} for ${list === 'qa' ? 'QA' : 'sales'}, ${longest} more than ${minutesInWords(minutes)}`),
    ...(why ? [plain(`. ${why}`)] : []),
  ]
}

/** `90` → `1 h 30 min` */
const minutesInWords = (minutes: number) =>
  [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '', minutes % 60 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ')

const JOB_STATE: Readonly<Record<string, string>> = { done: ' is done', failed: ' has failed' }

const assigned = ({ leads: [only], total, gone }: Told): Words => {
  if (total > 1) return [plain(`${total.toLocaleString('en')} leads were assigned to you`)]
  return only && gone === 0
    ? [name(only.name), plain(' was assigned to you')]
    : [plain('A lead you can no longer see was assigned to you')]
}

const by = (told: Told): Words =>
  told.actorCount === 0 ? [plain(' by auto-assign')] : [plain(' by '), ...who(told, 'auto-assign')]

/** Up to two by name. */
const who = ({ actors: [first, second], actorCount }: Told, nobody: string): Words => {
  if (first === undefined) return [plain(nobody)]
  if (second === undefined || actorCount < 2) return [name(first)]
  if (actorCount === 2) return [name(first), plain(' and '), name(second)]
  return [name(first), plain(', '), name(second), plain(` and ${actorCount - 2} more`)]
}

const lead = ({ leads: [first] }: Told): Words => [first ? name(first.name) : plain('a lead you can no longer see')]

const leadOrLeads = (told: Told): Words =>
  told.total > 1 ? [plain(`${told.total.toLocaleString('en')} leads`)] : lead(told)

const plain = (text: string) => ({ text, name: false })
const name = (text: string) => ({ text, name: true })
