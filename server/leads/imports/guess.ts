import { IMPORT_FIELDS, TO_MESSAGE, type ImportField } from '#contract/leads/imports.ts'
import { headerGuesser, type Guess } from '#server/platform/imports/header-guess.ts'
import type { ValueKind } from '#server/platform/imports/value-kinds.ts'
import { guessExact, isExact, type ExactField } from './exact-headers.ts'
import { HEADER_NAMES } from './header-names.ts'

/** What columns are called in the files that companies have, in Latin letters. */
/** What no field takes is a person’s choice and never guessed, and of these a header is nothing but their name. */
type Described = Exclude<ImportField, typeof TO_MESSAGE | ExactField>

const NAMES: Readonly<Record<Described, string>> = {
  name: `name; full name; first and last name; first name and last name; vor und nachname; vorname nachname; contact; contact name; contact person; person; person name; customer name; client name; lead name; lead;
    ansprechpartner; ansprechpartnerin; kontakt; kontaktperson; vollstandiger name; nom complet; nom et prenom; interlocuteur;
    nombre completo; nombre y apellidos; persona de contacto; contacto; referente; nome completo; nome e cognome; contatto; contato;
    contactpersoon; naam; volledige naam; osoba kontaktowa; imie i nazwisko; ad soyad; yetkili; enquirer; enquirer name; your name; sender; sender name; buyer name; navn; fulde navn; namn; nimi; imiona`,
  first_name: `first name; firstname; given name; forename; fname; vorname; prenom; nombre; primer nombre; nome; voornaam; imie; ad; isim`,
  last_name: `last name; lastname; surname; family name; lname; nachname; familienname; zuname; nom; nom de famille; apellido; apellidos;
    cognome; sobrenome; achternaam; nazwisko; soyad; soyisim`,
  email: `email; other emails; mail; email address; mail address; e mail; e mail address; email id; e mail id; mail id; email addresses; work email; business email; contact email; emailadresse;
    e mail adresse; mailadresse; adresse email; adresse e mail; courriel; correo; correo electronico; email de contacto; indirizzo email;
    posta elettronica; emailadres; e mailadres; adres email; adres e mail; eposta; e posta; endereco de email`,
  phone: `phone; other phones; phone no; phone number; phone nr; tel; tel no; telephone; telephone number; mobile; mobile no; mobile number; mobile phone; cell;
    cell phone; contact no; contact number; whatsapp; whatsapp number; whatsapp no; mob; cellphone; direct dial; telefon; telefonnummer; telefonnr; rufnummer; handy; handynummer;
    mobil; mobiltelefon; mobilnummer; durchwahl; telephone portable; portable; numero de telephone; telefono; telefono movil; movil; celular;
    numero de telefono; cellulare; telefone; telemovel; telefoonnummer; telefoon; mobiel; numer telefonu; telefon komorkowy; cep telefonu`,
  company: `company; company name; business name; firm name; organisation; organization; organisation name; organization name; account; account name; business;
    firm; employer; firma; firmenname; unternehmen; gesellschaft; organisationsname; societe; entreprise; nom de l entreprise; nom entreprise; raison sociale; nom de la societe;
    empresa; compania; nombre de la empresa; razon social; azienda; societa; ragione sociale; bedrijf; bedrijfsnaam; nazwa firmy; sirket;
    sirket adi; firma adi; nome da empresa`,
  website: `website; web; web site; web address; url; homepage; home page; web page; webpage; website url; site url; site; domain; company website; webseite; internetseite; internetadresse;
    site web; site internet; pagina web; sitio web; sito; sito web; strona internetowa; strona www; www; web sitesi`,
  country: `country; country name; country code; country region; nation; land; staat; landercode; pays; pais; paese; nazione; kraj; ulke`,
  state: `state; province; state code; state province; region; county; bundesland; kanton; etat; provincia; regione; estado; provincie; wojewodztwo; eyalet`,
  city: `city; town; village; locality; city town; place; ort; stadt; ville; ciudad; localidad; poblacion; citta; comune; cidade; plaats; stad; woonplaats;
    miasto; miejscowosc; sehir; il`,
  zipCode: `zip; postal; zip code; zipcode; postcode; post code; postal code; pin; pin code; pincode; plz; postleitzahl; code postal; cp; codigo postal; cap;
    codice postale; cep; kod pocztowy; posta kodu`,
  address: `address; street; street address; address line; house number; street number; postal address; adresse; anschrift; strasse;
    straße; strasse und hausnummer; hausnummer; rue; direccion; calle; domicilio; indirizzo; via; adres; straat; ulica; endereco; rua`,
  message: `message; comment; comments; note; notes; remark; remarks; description; query; enquiry; inquiry; question; requirement; requirements; details;
    nachricht; bemerkung; bemerkungen; anmerkung; anmerkungen; notiz; notizen; kommentar; anfrage; beschreibung; commentaire; commentaires;
    remarque; demande; mensaje; comentario; comentarios; observaciones; consulta; messaggio; commento; richiesta; opmerking; opmerkingen;
    bericht; wiadomosc; uwagi; mesaj; mensagem`,
  product: `product; products; product name; item; item name; article; interested in; interest; product interest; product of interest; material;
    part; part name; produkt; produkte; produktname; artikel; artikelname; interesse; produit; produits; producto; productos; articulo;
    prodotto; prodotti; articolo; produto; urun; towar`,
  quantity: `quantity; qty; quantities; amount; count; pieces; pcs; units; no of pieces; order quantity; required quantity; menge; anzahl; stuck;
    stuckzahl; bestellmenge; quantite; cantidad; cant; unidades; quantita; pezzi; quantidade; aantal; ilosc; adet; miktar`,
  external_id: `external id; record id; lead id; contact id; customer id; client id; account id; person id; crm id; external reference; customer code; kundennummer; kunden nr; kundennr; kunden id; kontakt id; numero client; id client; numero de cliente; id cliente; codice cliente; klantnummer; numer klienta;
    hubspot id; salesforce id`,
  utm_source: 'utm source',
  utm_medium: 'utm medium',
  utm_campaign: 'utm campaign',
  utm_term: 'utm term',
  utm_content: 'utm content',
}

const PLACE = ['zipCode', 'city', 'state', 'country'] as const

const isDescribed = (field: ImportField): field is Described => field !== TO_MESSAGE && !isExact(field)
const GUESSED = IMPORT_FIELDS.filter(isDescribed)

const guessColumns = headerGuesser<ImportField>({
  names: GUESSED.map((field) => [field, `${NAMES[field]};${HEADER_NAMES[field] ?? ''}`]),
  generic: new Set(['name', 'nom', 'nombre', 'nome', 'naam', 'navn', 'namn', 'nimi', 'имя', 'नम', '名前', '名字']),
  weak: new Set([
    'contact',
    'lead',
    'person',
    'sender',
    'kontakt',
    'contacto',
    'contatto',
    'contato',
    'kontaktperson',
    'enquirer',
    'query',
    'enquiry',
    'inquiry',
    'anfrage',
    'requirement',
  ]),
  yields: {
    name: GUESSED.filter((field) => field !== 'company' && field !== 'message'),
    company: ['name', 'first_name', 'last_name', 'email', 'phone', 'website', 'address', ...PLACE],
    address: ['email', 'website', ...PLACE],
    state: ['country'],
    product: ['quantity'],
  },
  beside: {
    phone: /^(?:no|nr|num|number|nummer|numero|country|incl|including|prefix)$/,
    quantity: /^(?:no|nr|number|order|unit|units|pcs)$/,
    zipCode: /^(?:code|no|number)$/,
    address: /^(?:no|nr|number|po)$/,
    country: /^(?:code|iso)$/,
    state: /^code$/,
    message: /^(?:subject|order|deal|project)$/,
    product: /^(?:order|catalog)$/,
  },
  kinds: new Map<ImportField, ValueKind>([
    ['email', 'email'],
    ['phone', 'phone'],
    ['website', 'website'],
    ['country', 'country'],
    ['quantity', 'number'],
  ]),
  joined: new Set(['address', 'message', 'product', 'quantity']),
  several: new Set(['email', 'phone']),
  mistaken: { name: ['email', 'phone'], address: ['email'] },
})

/** What the columns most likely hold, by the words of their names and by their values. */
export const guessLeadColumns = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Guess<ImportField>[] => guessExact(headers, rows, sortNames(guessColumns(headers, rows)))

/** A last name beside a first name is one; “Nom” or “Nome” without the other half is the whole name. */
const sortNames = (guesses: Guess<ImportField>[]): Guess<ImportField>[] => {
  const has = (wanted: ImportField) => guesses.some((guess) => guess?.field === wanted)
  if (has('first_name') === has('last_name') || has('name')) return guesses
  return guesses.map((guess) =>
    guess?.field === 'first_name' || guess?.field === 'last_name' ? { ...guess, field: 'name' } : guess,
  )
}
