import { UTM_NAMES } from '#contract/leads/enquiry-fields.ts'
import type { Lead } from '#contract/leads/lead.ts'

/** What led to a lead, the usual first: `source: google`. Its form, or whoever sent it by program, has named it. */
export const utmParts = (utm: Lead['utm']) =>
  Object.entries(utm ?? {})
    .map(([name, value]) => ({ name: name.replace(/^utm_/, ''), value: value.trim() }))
    .filter(({ value }) => value !== '')
    .sort((one, other) => placeOf(one.name) - placeOf(other.name))

export const utmLines = (utm: Lead['utm']) => utmParts(utm).map(({ name, value }) => `${name}: ${value}`)

const USUAL: readonly string[] = UTM_NAMES.map((name) => name.replace(/^utm_/, ''))
const placeOf = (name: string) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length)
