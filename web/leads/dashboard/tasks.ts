import type { ManagerNow } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { workingTime } from '#web/platform/calendar/durations.ts'
import { formats } from '#web/kit/look/format.ts'
import { momentInWords } from './since.ts'

/** Something that waits to be done; `count` is what the list at `to` finds. */
export interface Task {
  tone: 'over' | 'soon' | 'plain'
  count: number
  words: string
  note: string | undefined
  act: string
  to: string
  /** Its name where nothing waits. */
  clear: string
}

type Late = NonNullable<ManagerNow['qa']>['overdue']

/** What leads there are to act on, as far as the person may open their lists. */
export const leadTasks = ({ qa, sales, unassigned, quarantined }: ManagerNow): Task[] => {
  const tasks: (Omit<Task, 'to'> & { to: string | undefined })[] = []
  const late = (list: 'assigned' | 'valid', side: NonNullable<ManagerNow['qa']>) => {
    const [overdue, soon]: [LeadQuery, LeadQuery] = [{ clock: 'overdue' }, { clock: 'due_soon' }]
    const words = WORDS[list]
    tasks.push(
      {
        ...one('over', side.overdue.leads, words.over),
        note: overdueNote(side.overdue),
        to: linkToLeads(list, overdue, 'overdue'),
      },
      {
        ...one('soon', side.due_soon.leads, words.soon),
        note: [...namesOf(side.due_soon), 'less than 1 h of working time left'].join(', '),
        to: linkToLeads(list, soon, 'due-soon'),
      },
    )
  }
  if (qa) late('assigned', qa)
  if (sales) late('valid', sales)
  if (unassigned)
    tasks.push({
      ...one('soon', unassigned.leads, {
        words: ['lead has no owner', 'leads have no owner'],
        act: 'Assign',
        clear: 'Unassigned',
      }),
      note: unassigned.oldest_at ? `The oldest since ${momentInWords(unassigned.oldest_at)}` : undefined,
      to: linkToLeads('unassigned', {}),
    })
  if (quarantined !== null)
    tasks.push({
      ...one('plain', quarantined, {
        words: ['lead is quarantined', 'leads are quarantined'],
        act: 'Review',
        clear: 'Quarantined',
      }),
      note: 'From restricted domains',
      to: linkToLeads('marketing', { quarantined: 'yes' }, 'quarantined'),
    })
  return tasks.flatMap(({ to, ...task }) => (to === undefined ? [] : [{ ...task, to }]))
}

interface Words {
  words: readonly [one: string, many: string]
  act: string
  clear: string
}

const WORDS: Readonly<Record<'assigned' | 'valid', Readonly<Record<'over' | 'soon', Words>>>> = {
  assigned: {
    over: { words: ['lead is overdue in QA', 'leads are overdue in QA'], act: 'Reassign', clear: 'Overdue in QA' },
    soon: { words: ['lead is due soon in QA', 'leads are due soon in QA'], act: 'Open', clear: 'Due soon in QA' },
  },
  valid: {
    over: {
      words: ['valid lead missed its first contact', 'valid leads missed their first contact'],
      act: 'Open',
      clear: 'Overdue in sales',
    },
    soon: {
      words: ['valid lead is due soon for its first contact', 'valid leads are due soon for their first contact'],
      act: 'Open',
      clear: 'Due soon in sales',
    },
  },
}

const one = (tone: Task['tone'], count: number, { words: [single, many], act, clear }: Words) => ({
  tone,
  count,
  words: count === 1 ? single : many,
  act,
  clear,
})

/** `Lucía 2, Tunde 1. Longest overdue: 4 h 2 min of working time` */
const overdueNote = (late: Late) => {
  const names = namesOf(late).join(', ')
  const most =
    late.most_over_ms === null ? '' : `${names ? '. ' : ''}Longest overdue: ${workingTime(late.most_over_ms)}`
  return `${names}${most}` || undefined
}

const namesOf = ({ people }: Late) => people.map(({ person, leads }) => `${person.name} ${formats().number(leads)}`)
