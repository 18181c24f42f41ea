import type { Subject } from './competitor-subject.ts'
import { LIQUID_SUBJECTS } from './competitor-texts-liquid.ts'
import { PLANT_SUBJECTS } from './competitor-texts-plant.ts'

export const SUBJECTS: readonly Subject[] = [...LIQUID_SUBJECTS, ...PLANT_SUBJECTS]

export const TITLES: readonly [(thing: string) => string, ...((thing: string) => string)[]] = [
  (thing) => `Five questions about ${thing}`,
  (thing) => `A short guide to ${thing}`,
  (thing) => `The cost of ${thing}, counted once`,
  (thing) => `Mistakes with ${thing} that we see each month`,
  (thing) => `A customer asks about ${thing}`,
  (thing) => `Before you order: ${thing}`,
  (thing) => `Notes from the workshop: ${thing}`,
  (thing) => `A checklist for ${thing}`,
  (thing) => `We measured it: ${thing}`,
  (thing) => `From our service log: ${thing}`,
]

export const HEADINGS = [
  'The short answer',
  'What we measured',
  'How to check it',
  'In practice',
  'Before the next shutdown',
  'One example',
] as const

/** Any post may end with one of these. */
export const ENDINGS = [
  'Write the date beside the figure, or nobody will trust it next year.',
  'Our service team answers questions about this on weekdays from seven to four.',
  'The table with all values can be downloaded from the page of the product.',
  'Send us a photograph of the part and we tell you which one fits.',
  'The next post of this series appears in two weeks.',
  'Nothing here replaces the manual of the maker.',
  'We come back to this subject after the summer with the figures of a second plant.',
] as const

export const AUTHORS = ['Mats Ekdahl', 'Julia Brandt', 'Sanne de Wit', 'Oliver Pryde', 'Ines Ferro', null] as const
