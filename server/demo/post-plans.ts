import type { CategoryName } from './authors.ts'
import type { PostName } from './post-texts.ts'

/** What becomes of a post of the demo. Times are days ago. */
export interface Plan {
  name: PostName
  /** Places in `COVERS` and `AUTHORS`. */
  cover: number
  authors: readonly number[]
  categories: readonly CategoryName[]
  /** When readers got it first; undefined: they have not. */
  published?: number
  /** When something was done with it last. */
  ago: number
  /** What readers see in place of what the draft says. */
  was?: {
    title?: string
    cover?: number
    categories?: readonly CategoryName[]
    /** In the text: what it says now, and what it said. */
    replaced: readonly (readonly [now: string, then: string])[]
    /** What the version with the changes is called. */
    note?: string
  }
  /** Nobody has said yet what its cover shows, so it cannot be published. */
  isUndescribed?: true
  /** What was done last. */
  then?:
    | { step: 'review'; note: string }
    | { step: 'schedule'; days: number }
    | { step: 'unpublish' }
    | { step: 'archive'; target?: PostName }
}

const [GRACE, JONAS, ARUN, THANDIWE, NOOR] = [0, 1, 2, 3, 4]

export const PLANS: readonly Plan[] = [
  {
    name: 'spill',
    cover: 3,
    authors: [NOOR],
    categories: ['Safety'],
    published: 210,
    ago: 62,
    then: { step: 'archive' },
  },
  {
    name: 'diaphragm',
    cover: 2,
    authors: [GRACE],
    categories: ['Pumps'],
    published: 190,
    ago: 40,
    then: { step: 'archive', target: 'peristaltic' },
  },
  { name: 'gauge', cover: 4, authors: [THANDIWE], categories: ['Sensors'], published: 172, ago: 172 },
  { name: 'pt100', cover: 9, authors: [THANDIWE], categories: ['Sensors'], published: 150, ago: 150 },
  { name: 'hose', cover: 8, authors: [ARUN], categories: ['Practice', 'Safety'], published: 131, ago: 131 },
  { name: 'oring', cover: 1, authors: [NOOR, GRACE], categories: ['Sealing', 'Guides'], published: 117, ago: 117 },
  { name: 'solenoid', cover: 11, authors: [JONAS], categories: ['Valves', 'Practice'], published: 96, ago: 96 },
  { name: 'shower', cover: 6, authors: [ARUN], categories: ['Safety'], published: 58, ago: 58 },
  {
    name: 'level',
    cover: 4,
    authors: [JONAS],
    categories: ['Sensors'],
    published: 80,
    ago: 51,
    then: { step: 'unpublish' },
  },
  { name: 'air', cover: 9, authors: [GRACE], categories: ['Practice'], published: 46, ago: 46 },
  { name: 'camlock', cover: 8, authors: [ARUN], categories: ['Guides'], published: 38, ago: 38 },
  { name: 'bearing', cover: 7, authors: [JONAS], categories: ['Practice'], published: 32, ago: 32 },
  { name: 'stainless', cover: 5, authors: [GRACE], categories: ['Materials'], published: 18, ago: 18 },
  { name: 'curve', cover: 2, authors: [JONAS, GRACE], categories: ['Guides', 'Pumps'], published: 16, ago: 16 },
  {
    name: 'cleaning',
    cover: 6,
    authors: [ARUN, THANDIWE],
    categories: ['Guides', 'Practice'],
    published: 24,
    ago: 12,
    was: {
      replaced: [
        ['\n| Seals eaten | 40 hours of repair |', ''],
        ['Below 1.5 metres a second', 'Below one metre a second'],
      ],
      note: 'Figures of the audit',
    },
    then: { step: 'schedule', days: 4 },
  },
  { name: 'butterfly', cover: 11, authors: [JONAS], categories: ['Valves'], ago: 9 },
  {
    name: 'gloves',
    cover: 5,
    authors: [ARUN],
    categories: ['Safety', 'Guides'],
    published: 70,
    ago: 7,
    was: { replaced: [['\n| Diesel | 30 min | 8 h | 1 h |', '']] },
  },
  {
    name: 'drum',
    cover: 10,
    authors: [NOOR, ARUN],
    categories: ['Safety'],
    ago: 5,
    then: { step: 'review', note: '' },
  },
  { name: 'seal', cover: 1, authors: [GRACE], categories: ['Sealing'], ago: 4, then: { step: 'schedule', days: 9 } },
  {
    name: 'flow',
    cover: 0,
    authors: [THANDIWE],
    categories: ['Sensors', 'Guides'],
    ago: 3,
    then: { step: 'schedule', days: 2 },
  },
  {
    name: 'relief',
    cover: 4,
    authors: [JONAS],
    categories: ['Safety', 'Valves'],
    published: 11,
    ago: 2,
    was: { replaced: [['within three percent of its setting', 'within five percent of its setting']] },
    then: { step: 'review', note: 'The new edition of the standard says three percent. Is that right for gas, too?' },
  },
  { name: 'hepa', cover: 3, authors: [ARUN], categories: ['Filtration'], ago: 1, isUndescribed: true },
  {
    name: 'gasket',
    cover: 1,
    authors: [GRACE],
    categories: ['Guides', 'Sealing'],
    ago: 0.3,
    then: { step: 'review', note: 'Please look at the table: is 450 °C right for graphite?' },
  },
  {
    name: 'peristaltic',
    cover: 0,
    authors: [GRACE],
    categories: ['Guides', 'Pumps'],
    published: 120,
    ago: 0.02,
    was: {
      title: 'Sizing a peristaltic pump',
      cover: 2,
      categories: ['Guides'],
      replaced: [
        [' This guide walks through each one with a worked example from a dairy line in Cork.', ''],
        [
          'then add 20 percent. A pump that runs at 60 to 80 percent',
          'then add 10 percent for safety. A pump that runs at half',
        ],
        ['keeps its tube three times longer', 'keeps its tube much longer'],
        [
          'For the line in our example, that is 12 litres a minute at peak, so we size for 15.',
          'Ask the maker for the curve of your tube.',
        ],
        [' For our line that is 1.2 bar of rise, 0.4 bar of hose and 0.3 bar of filter.', ''],
        ['\nCan it measure doses? | Within two percent, if you calibrate it once a week.', ''],
      ],
      note: 'Worked example added',
    },
  },
]
