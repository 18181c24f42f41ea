import type { LabelColour } from '#contract/leads/company-words.ts'
import type { SpamEffect } from '#contract/leads/enquiry-checks.ts'
import type { Lead } from '#contract/leads/lead.ts'
import type { SlaClock } from '#contract/leads/lead-clocks.ts'
import type { RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { counted } from '#web/kit/look/format.ts'
import { minutesInWords } from '#web/platform/calendar/week-words.ts'

/** What settings are called where they are chosen, and in their history. */
export const CLOCKS: Readonly<Record<SlaClock, { label: string; text: string }>> = {
  handling: {
    label: 'First handling by QA',
    text: 'From assignment until QA starts or decides it.',
  },
  response: { label: 'First response by sales', text: 'From the valid verdict until the enquiry is no longer open.' },
}
export const ALL_SOURCES = 'All sources'

export const MATCHES: Readonly<Record<RestrictedDomain['match'], string>> = {
  subdomains: 'With subdomains',
  exact: 'This domain only',
}
export const EFFECTS: Readonly<Record<RestrictedDomain['effect'], string>> = {
  quarantine: 'Quarantine',
  auto_invalid: 'Mark invalid',
}
export const DOMAIN_STATES: Readonly<Record<RestrictedDomain['status'], string>> = {
  active: 'Active',
  inactive: 'Inactive',
}

export const SPAM_EFFECTS: Readonly<Record<SpamEffect, string>> = {
  auto_invalid: 'Mark invalid at once',
  to_qa: 'Send to QA with a warning',
}
export const overLinks = (links: number | null) => {
  if (links === null) return 'Off'
  return links === 0 ? 'Any link' : `More than ${counted(links, 'link')}`
}
export const NO_WORDS = 'None'
export const withinDays = (days: number) => `Within ${counted(days, 'day')}`
export const underSeconds = (seconds: number) => (seconds === 0 ? 'Off' : `Under ${counted(seconds, 'second')}`)

export const afterMinutes = (minutes: number | null) => (minutes === null ? 'Off' : `After ${minutesInWords(minutes)}`)
export const madeUpFor = (leads: number) => (leads === 0 ? 'Nothing' : `Up to ${counted(leads, 'lead')}`)
export const afterMonths = (months: number | null) => (months === null ? 'Never' : `After ${months} months`)

export const COLOURS: Readonly<Record<LabelColour, string>> = {
  magenta: 'Magenta',
  red: 'Red',
  volcano: 'Volcano',
  orange: 'Orange',
  gold: 'Gold',
  lime: 'Lime',
  green: 'Green',
  cyan: 'Cyan',
  blue: 'Blue',
  geekblue: 'Geek blue',
  purple: 'Purple',
}
export const AS_USUAL = 'Default'

/** Where numbers without a country code are from, if nothing says it. */
export const NO_PHONE_COUNTRY = 'No default'
export const COMPANY_PHONE_COUNTRY = 'As the company’s default'

/** A form, or somebody's place on a list. */
export const RUNNING = { active: 'Active', paused: 'Paused' } as const

export const weightWords = (weight: number) => `× ${weight}`
/** What nothing chosen means for somebody on a list. */
export const UNLIMITED = {
  cap: 'No cap',
  countries: 'All countries',
  sources: ALL_SOURCES,
  categories: 'All categories',
  hours: 'Always',
  away: 'Not away',
} as const

/** How a lead came to whoever has it. */
export const ASSIGNED_HOW: Readonly<Record<NonNullable<Lead['assigned_how']>, string>> = {
  auto: 'Automatic',
  staff: 'By a colleague',
  self: 'Taken',
  bulk: 'In bulk',
}

/** To a question of the checklist. */
export const ANSWERS = { yes: 'Yes', no: 'No', not_sure: 'Not sure' } as const
