import { SUBSCRIBER_IMPORT_FIELD_NAMES, type SubscriberImportField } from '#contract/content/subscriber-imports.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { plainHeader } from '#server/platform/imports/header.ts'

/** What columns are called in lists that companies and newsletter services export; written as `plainHeader` leaves them. */
const NAMES: Readonly<Record<SubscriberImportField, string>> = {
  email:
    'email; e mail; mail; email address; e mail address; address; subscriber; courriel; correo; emailadresse; e mail adresse; adresse email',
  name: 'name; full name; first name; subscriber name; vollstandiger name; vorname; nom; nombre; nome; naam',
  locale: 'language; locale; lang; sprache; langue; idioma; lingua',
  note: 'note; notes; remark; comment; notiz; bemerkung',
  consent_at: `agreed on; consent date; consent at; opt in date; optin date; optin time; opt in time; confirm time; confirmed; confirmed at; confirmation date;
    subscribed; subscribed at; subscribed on; subscription date; signup date; date added; created at; einwilligung am; angemeldet am`,
  consent_source: `agreed through; consent source; consent; opt in source; optin source; source; signup source; origin; form; channel; quelle; herkunft`,
}

const FIELD_OF = new Map(
  SUBSCRIBER_IMPORT_FIELD_NAMES.flatMap((field) =>
    NAMES[field].split(';').map((name): [string, SubscriberImportField] => [plainHeader(name), field]),
  ),
)

/** What the columns most likely hold, by their names; the address by how addresses look, too. */
export const guessFields = (headers: readonly string[], rows: readonly (readonly string[])[]) => {
  const taken = new Set<SubscriberImportField>()
  const fields = headers.map((header) => {
    const field = FIELD_OF.get(plainHeader(header))
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
  if (!taken.has('email')) {
    const at = headers.findIndex((_, column) => fields[column] === null && holdsEmails(rows, column))
    if (at >= 0) fields[at] = 'email'
  }
  return fields
}

const holdsEmails = (rows: readonly (readonly string[])[], column: number) => {
  const cells = rows.flatMap((row) => row[column]?.trim() || [])
  return cells.length > 0 && cells.filter((cell) => parseEmail(cell)).length * 2 > cells.length
}
