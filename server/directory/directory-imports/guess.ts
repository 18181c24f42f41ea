import { sure } from '#server/platform/imports/header-guess.ts'
import { plainHeader } from '#server/platform/imports/header.ts'

/** What columns are called in lists that companies keep and other programs export; written as `plainHeader` leaves them. */
type Names<Field extends string> = Readonly<Record<Field, string>>

export const CONTACT_NAMES = {
  name: 'name; full name; contact; contact name; person; ansprechpartner; nom; nombre; nome; naam',
  email: 'email; e mail; mail; email address; e mail address; courriel; correo; e mail adresse; emailadresse',
  phone: 'phone; phone number; telephone; tel; mobile; cell; direct phone; telefon; handy; telefono; telefone; gsm',
  designation: 'designation; title; job title; position; role; funktion; poste; cargo',
  department: 'department; dept; team; abteilung; service; departamento',
  company:
    'company; company name; organisation; organization; account; account name; firm; firma; unternehmen; societe; empresa',
  website: 'website; web site; web; url; homepage; webseite; site web',
  country: 'country; country code; land; pays; pais; paese',
  city: 'city; town; ort; stadt; ville; ciudad; citta',
} as const

export const COMPANY_NAMES = {
  name: `name; company; company name; organisation; organization; account; account name; firm; firma; unternehmen; societe; empresa`,
  domain: 'domain; domain name; email domain; domains',
  website: 'website; web site; web; url; homepage; webseite; site web',
  phone: 'phone; phone number; telephone; tel; telefon; telefono; telefone',
  country: 'country; country code; land; pays; pais; paese',
  state: 'state; region; province; county; bundesland; etat; estado',
  city: 'city; town; ort; stadt; ville; ciudad; citta',
  zip_code: 'zip; zip code; postal code; post code; postcode; plz; code postal; codigo postal; cap',
  address: 'address; street; street address; adresse; strasse; rue; direccion; indirizzo',
} as const

/** What the columns most likely hold, by their names. */
export const guessFrom = <Field extends string>(names: Names<Field>) => {
  const fieldOf = new Map(
    Object.entries<string>(names).flatMap(([field, list]) =>
      list.split(';').map((name): [string, string] => [plainHeader(name), field]),
    ),
  )
  return (_tenant: unknown, headers: readonly string[]) => {
    const taken = new Set<string>()
    return headers.map((header) => {
      const field = fieldOf.get(plainHeader(header))
      if (field === undefined || taken.has(field)) return null
      taken.add(field)
      return sure(field)
    })
  }
}
