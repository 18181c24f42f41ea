import { name, plain, subjectOrMany, who } from '#server/platform/notifications/words.ts'
import type { Told, Words } from '#server/platform/notifications/rules.ts'
import type { WaitingQueue } from './events.ts'

export const assigned = (told: Told): Words => [
  ...given(told),
  ...(told.actorCount === 0 ? [plain(' by auto-assign')] : [plain(' by '), ...who(told, 'auto-assign')]),
]

const given = ({ subjects: [only], total, gone }: Told): Words => {
  if (total > 1) return [plain(`${total.toLocaleString('en')} leads were assigned to you`)]
  return only && gone === 0
    ? [name(only.label), plain(' was assigned to you')]
    : [plain('A lead you can no longer see was assigned to you')]
}

export const verdict = (told: Told<{ verdict?: string }>): Words => [
  ...who(told),
  plain(' changed '),
  ...subjectOrMany(told),
  plain(` to ${told.detail.verdict ?? 'another verdict'}`),
]

export const acceptance = (told: Told<{ acceptance?: string }>): Words => {
  const many = told.total > 1
  return told.detail.acceptance === 'missed'
    ? [...subjectOrMany(told), plain(many ? ' were not accepted in time' : ' was not accepted in time')]
    : [...subjectOrMany(told), plain(many ? ' are waiting for you to accept them' : ' is waiting for you to accept it')]
}

export const followUp = (told: Told): Words => [
  ...subjectOrMany(told),
  plain(told.total > 1 ? ' are due for a follow-up' : ' is due for a follow-up'),
]

export const queue = ({ detail: { queue } }: Told<{ queue?: WaitingQueue }>): Words => {
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
