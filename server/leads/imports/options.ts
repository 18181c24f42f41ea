import { MATCHES, UPDATED_FACTS, type LeadImport } from '#contract/leads/imports.ts'

export type LeadOptions = Pick<
  LeadImport,
  'source' | 'phone_country' | 'dates' | 'update_known' | 'match_by' | 'fill' | 'leave'
>

/** The options of an import of leads. Known leads are left out until people choose to update them; then a message that a lead has stays. */
export const readLeadOptions = (stored: Readonly<Record<string, unknown>>): LeadOptions => {
  const { source = 'import', phone_country, dates, update_known, match_by, fill, leave } = stored
  return {
    source: String(source),
    phone_country: typeof phone_country === 'string' ? phone_country : null,
    dates: dates === 'month_first' ? dates : 'day_first',
    update_known: update_known === true,
    match_by: chosenOf(MATCHES, match_by, MATCHES),
    fill: chosenOf(UPDATED_FACTS, fill, ['message']),
    leave: chosenOf(UPDATED_FACTS, leave, []),
  }
}

const chosenOf = <Code extends string>(all: readonly Code[], stored: unknown, otherwise: readonly Code[]): Code[] =>
  Array.isArray(stored) ? all.filter((code) => stored.includes(code)) : [...otherwise]
