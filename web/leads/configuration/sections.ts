import type { Permission } from '#contract/kit/endpoint.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { can } from '#web/kit/data/session.ts'

/** A section of the configuration, as its page and the palette list it. */
export interface ConfigurationSection {
  key: string
  title: string
  /** Its settings, by their headings on the page. */
  settings: readonly string[]
  /** What reading it takes; undefined: nothing. */
  needs?: Permission
}

/** The sections about leads, in the order of the page. */
export const SECTIONS = [
  { key: 'working-time', title: 'Working time and targets', settings: ['Working calendars', 'Targets'] },
  { key: 'forms', title: 'Intake forms and keys', settings: ['Intake forms'], needs: configuration.forms.permission },
  {
    key: 'checks',
    title: 'Phones, duplicates and spam',
    settings: [
      'Numbers without a country code are from',
      'Same email or phone',
      'Same person and company',
      'Hidden field',
      'Filled in too fast',
      'Bot submissions',
      'Too many at once',
      'Links and words',
    ],
  },
  {
    key: 'routing',
    title: 'Lead routing',
    settings: [
      'Known companies stay with their rep',
      'Alert when leads wait for QA',
      'Alert when leads wait for sales',
      'Reps accept their leads',
      'Reassign overdue leads',
      'QA catch-up limit',
      'Sales catch-up limit',
    ],
  },
  { key: 'reasons', title: 'Checklist and reasons', settings: ['Checklist', 'Reasons for invalid leads'] },
  { key: 'statuses', title: 'Status labels and colours', settings: ['Statuses of leads', 'Statuses of enquiries'] },
  { key: 'sales-email', title: 'Sales email', settings: ['Sales email'] },
  { key: 'sources', title: 'Sources', settings: ['Sources'] },
  { key: 'notifications', title: 'Notifications', settings: ['Default notifications'] },
  {
    key: 'kept',
    title: 'Import, export and retention',
    settings: ['Delete invalid leads', 'Retention', 'Import and export'],
  },
  {
    key: 'appearance',
    title: 'Appearance and keys',
    settings: ['Theme', 'Row density', 'Single-key shortcuts', 'Keep undo messages until dismissed'],
  },
  { key: 'permissions', title: 'Permissions', settings: [], needs: configuration.holders.permission },
] as const satisfies readonly ConfigurationSection[]

export const isOpenSection = ({ needs }: ConfigurationSection) => needs === undefined || can(needs)
