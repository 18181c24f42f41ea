import type { Told, Words } from './rules.ts'

export const plain = (text: string) => ({ text, name: false })
/** What people have written, set apart from the sentence. */
export const name = (text: string) => ({ text, name: true })

/** Up to two by name. */
export const who = ({ actors: [first, second], actorCount }: Told, nobody = 'Someone'): Words => {
  if (first === undefined) return [plain(nobody)]
  if (second === undefined || actorCount < 2) return [name(first)]
  if (actorCount === 2) return [name(first), plain(' and '), name(second)]
  return [name(first), plain(', '), name(second), plain(` and ${actorCount - 2} more`)]
}

/** The newest subject by its label. */
export const subject = ({ subjects: [first], noun }: Told): Words => [
  first ? name(first.label) : plain(`a ${noun.one} you can no longer see`),
]

/** The one subject by its label, several by their number. */
export const subjectOrMany = (told: Told): Words =>
  told.total > 1 ? [plain(`${told.total.toLocaleString('en')} ${told.noun.many}`)] : subject(told)
