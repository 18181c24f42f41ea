import { IMPORT_FIELDS, type ImportField } from '#contract/leads/imports.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { plainHeader } from '#server/platform/imports/header.ts'
import { HEADER_NAMES } from './header-names.ts'

/** What columns are called in the files that companies have; written as `plainHeader` leaves them. */
const NAMES: Readonly<Record<ImportField, string>> = {
  name: `name; full name; contact; contact name; contact person; person; person name; customer name; client name; lead name; lead;
    ansprechpartner; ansprechpartnerin; kontakt; kontaktperson; vollstandiger name; nom complet; nom et prenom; interlocuteur;
    nombre completo; nombre y apellidos; persona de contacto; contacto; referente; nome completo; nome e cognome; contatto; contato;
    contactpersoon; naam; volledige naam; osoba kontaktowa; imie i nazwisko; ad soyad; yetkili; enquirer; enquirer name; your name`,
  first_name: `first name; firstname; given name; forename; fname; vorname; prenom; nombre; primer nombre; nome; voornaam; imie; ad; isim`,
  last_name: `last name; lastname; surname; family name; lname; nachname; familienname; zuname; nom; nom de famille; apellido; apellidos;
    cognome; sobrenome; achternaam; nazwisko; soyad; soyisim`,
  email: `email; mail; email address; mail address; e mail; e mail address; email id; work email; business email; contact email; emailadresse;
    e mail adresse; mailadresse; adresse email; adresse e mail; courriel; correo; correo electronico; email de contacto; indirizzo email;
    posta elettronica; emailadres; e mailadres; adres email; adres e mail; eposta; e posta; endereco de email`,
  phone: `phone; phone no; phone number; phone nr; tel; tel no; telephone; telephone number; mobile; mobile no; mobile number; mobile phone; cell;
    cell phone; contact no; contact number; whatsapp; whatsapp number; telefon; telefonnummer; telefonnr; rufnummer; handy; handynummer;
    mobil; mobiltelefon; mobilnummer; durchwahl; telephone portable; portable; numero de telephone; telefono; telefono movil; movil; celular;
    numero de telefono; cellulare; telefone; telemovel; telefoonnummer; telefoon; mobiel; numer telefonu; telefon komorkowy; cep telefonu`,
  company: `company; company name; organisation; organization; organisation name; organization name; account; account name; business; business name;
    firm; employer; firma; firmenname; unternehmen; gesellschaft; organisationsname; societe; entreprise; raison sociale; nom de la societe;
    empresa; compania; nombre de la empresa; razon social; azienda; societa; ragione sociale; bedrijf; bedrijfsnaam; nazwa firmy; sirket;
    sirket adi; firma adi; nome da empresa`,
  website: `website; web; web site; web address; url; homepage; home page; site; domain; company website; webseite; internetseite; internetadresse;
    site web; site internet; pagina web; sitio web; sito; sito web; strona internetowa; strona www; www; web sitesi`,
  country: `country; country name; country code; country region; nation; land; staat; landercode; pays; pais; paese; nazione; kraj; ulke`,
  state: `state; province; state province; region; county; bundesland; kanton; etat; provincia; regione; estado; provincie; wojewodztwo; eyalet`,
  city: `city; town; city town; place; ort; stadt; ville; ciudad; localidad; poblacion; citta; comune; cidade; plaats; stad; woonplaats;
    miasto; miejscowosc; sehir; il`,
  zipCode: `zip; zip code; zipcode; postcode; post code; postal code; pin; pin code; pincode; plz; postleitzahl; code postal; cp; codigo postal; cap;
    codice postale; cep; kod pocztowy; posta kodu`,
  address: `address; street; street address; address 1; address line 1; address 2; address line 2; postal address; adresse; anschrift; strasse;
    straße; strasse und hausnummer; hausnummer; rue; direccion; calle; domicilio; indirizzo; via; adres; straat; ulica; endereco; rua`,
  message: `message; comment; comments; note; notes; remark; remarks; description; enquiry; inquiry; question; requirement; requirements; details;
    nachricht; bemerkung; bemerkungen; anmerkung; anmerkungen; notiz; notizen; kommentar; anfrage; beschreibung; commentaire; commentaires;
    remarque; demande; mensaje; comentario; comentarios; observaciones; consulta; messaggio; commento; richiesta; opmerking; opmerkingen;
    bericht; wiadomosc; uwagi; mesaj; mensagem`,
  product: `product; products; product name; item; item name; article; interested in; interest; product interest; product of interest; material;
    part; part name; produkt; produkte; produktname; artikel; artikelname; interesse; produit; produits; producto; productos; articulo;
    prodotto; prodotti; articolo; produto; urun; towar`,
  quantity: `quantity; qty; quantities; amount; count; pieces; pcs; units; no of pieces; order quantity; required quantity; menge; anzahl; stuck;
    stuckzahl; bestellmenge; quantite; cantidad; cant; unidades; quantita; pezzi; quantidade; aantal; ilosc; adet; miktar`,
  utm_source: 'utm source',
  utm_medium: 'utm medium',
  utm_campaign: 'utm campaign',
  utm_term: 'utm term',
  utm_content: 'utm content',
}

/** Words that say which of several, and nothing about what. */
const FILLER =
  /^(the|of|der|die|das|de|la|le|el|il|your|my|main|primary|business|work|office|company|customer|contact|lead|geschaftlich|privat|firma|\d+)$/

const FIELD_OF = new Map<string, ImportField>()
for (const field of IMPORT_FIELDS)
  for (const name of `${NAMES[field]};${HEADER_NAMES[field] ?? ''}`.split(';').map(plainHeader))
    if (name !== '' && !FIELD_OF.has(name)) FIELD_OF.set(name, field)

/** Of these, a file may well have several columns that belong together. */
const JOINED: ReadonlySet<ImportField> = new Set(['address', 'message', 'product', 'quantity', 'phone'])

/** What the columns most likely hold, by their names, and by their values where those are unmistakable. */
export const guessFields = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): (ImportField | null)[] => {
  const guesses = headers.map(guessByName)
  const taken = new Map<ImportField, number>()
  guesses.forEach((guess, at) => {
    const before = guess && taken.get(guess.field)
    if (guess && (before === undefined || (guesses[before]?.certainty ?? 0) < guess.certainty))
      taken.set(guess.field, at)
  })
  const fields = guesses.map((guess, at) =>
    guess && (taken.get(guess.field) === at || (JOINED.has(guess.field) && guess.certainty > 1)) ? guess.field : null,
  )
  if (!fields.includes('email')) {
    const at = headers.findIndex((_, column) => fields[column] === null && holdsEmails(rows, column))
    if (at >= 0) fields[at] = 'email'
  }
  return sortNames(fields)
}

const guessByName = (header: string): { field: ImportField; certainty: number } | undefined => {
  const words = plainHeader(header)
  const known = (text: string) => FIELD_OF.get(text) ?? FIELD_OF.get(text.replaceAll(' ', ''))
  const exact = known(words)
  if (exact) return { field: exact, certainty: 3 }
  const telling = words
    .split(' ')
    .filter((word) => !FILLER.test(word))
    .join(' ')
  const bare =
    known(telling) ??
    known(words.replace(/ ?(?<!\d)\d+$/, '')) ??
    known(plainHeader(header.replace(/\([^)]*\)?/g, ' ')))
  return bare && { field: bare, certainty: 2 }
}

const holdsEmails = (rows: readonly (readonly string[])[], column: number) => {
  const values = rows.flatMap((cells) => cells[column]?.trim() || [])
  return values.length > 0 && values.filter((value) => parseEmail(value) !== undefined).length > values.length / 2
}

/** A last name beside a first name is one; “Nom” or “Nome” without the other half is the whole name. */
const sortNames = (fields: (ImportField | null)[]) => {
  const half = fields.includes('first_name') !== fields.includes('last_name')
  if (!half || fields.includes('name')) return fields
  return fields.map((field) => (field === 'first_name' || field === 'last_name' ? 'name' : field))
}
