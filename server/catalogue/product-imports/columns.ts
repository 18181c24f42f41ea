import {
  columnOf,
  columnText,
  PRODUCT_FIELDS,
  type ProductColumn,
  type ProductField,
} from '#contract/catalogue/product-imports.ts'
import { unitNamed } from '#contract/catalogue/units.ts'
import type { Notation } from '#contract/catalogue/value-texts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { allAttributes, readAttributes, type KnownAttribute } from '#server/catalogue/product-structure/attributes.ts'
import { plainHeader } from '#server/platform/imports/header.ts'

/** What columns are called in the files that companies have; written as `plainHeader` leaves them. */
const NAMES: Readonly<Record<ProductField, string>> = {
  code: `code; product code; item code; item no; item number; article no; article number; part no; part number; sku; product no; product number;
    product id; item; material number; artikelnummer; artikelnr; art nr; teilenummer; sachnummer; produktnummer; reference; ref; code article;
    codigo; codigo de producto; referencia; codice; codice articolo; artikelcode; kod; kod produktu; urun kodu`,
  name: `name; product name; product; title; item name; article name; designation; item description; short description; bezeichnung; artikelbezeichnung;
    produktname; artikelname; benennung; nom; libelle; nom du produit; nombre; nombre del producto; producto; nome; nome prodotto; naam; nazwa; urun adi`,
  category: `category; product category; product group; group; family; product family; kategorie; produktgruppe; warengruppe; produktkategorie; categorie;
    famille; categoria; familia; gruppo; kategoria; kategori`,
  brand: `brand; brand name; make; manufacturer; marke; hersteller; marque; fabricant; marca; fabricante; produttore; merk; marka; producent`,
  unit: `unit; sales unit; uom; unit of measure; selling unit; einheit; mengeneinheit; verkaufseinheit; unite; unidad; unita; eenheid; jednostka; birim`,
  description: `description; long description; details; product description; beschreibung; langtext; descriptif; descripcion; descrizione; omschrijving; opis; aciklama`,
  gtin: `gtin; ean; upc; barcode; bar code; ean code; ean 13; gtin 13; gtin 14; strichcode; code barres; codigo de barras; codice a barre`,
  usual_min: `expected min; expected minimum; lowest expected quantity; min expected quantity; min quantity; minimum quantity; min qty; mindestmenge`,
  usual_max: `expected max; expected maximum; highest expected quantity; max expected quantity; max quantity; maximum quantity; max qty; hochstmenge`,
  names: `also called; aliases; alias; synonyms; synonym; other names; alternative names; search terms; synonyme; suchbegriffe; synonymes; sinonimos; sinonimi; synoniemen; synonimy`,
  discoverable: `discoverable; shown; visible; published; show; active; online; sichtbar; veroffentlicht; visible en ligne`,
}
const FIELD_OF = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    names.split(';').map((name) => [plainHeader(name), field] as const),
  ),
)

/** What the columns most likely hold: by our names of fields, the company's names of its attributes, and the unit that stands behind them. */
export const guessColumns = async (tenant: Tenant, headers: readonly string[]): Promise<(string | null)[]> => {
  const attributes = await allAttributes(tenant)
  const taken = new Set<string>()
  return headers.map((header) => {
    const guess = guessColumn(attributes, header)
    const key = guess && `${guess.target} ${guess.end ?? ''}`
    if (!guess || !key || taken.has(key)) return null
    taken.add(key)
    return columnText(guess)
  })
}

const guessColumn = (attributes: readonly KnownAttribute[], header: string): ProductColumn | undefined => {
  const { name, word } = partsOf(header)
  const called = (text: string) =>
    attributes.find(({ code, label }) => [code, label].map(plainHeader).includes(plainHeader(text)))
  const attribute = called(header) ?? called(name) ?? called(name.replace(/ in$/i, ''))
  if (attribute) return columnFor(attribute, word)
  const field = FIELD_OF.get(plainHeader(header)) ?? FIELD_OF.get(plainHeader(name))
  if (field) return { target: field, way: 'overwrite' }
  const end = END.exec(plainHeader(name))
  const range = end && called(plainHeader(name).replace(END, ' ').trim())
  return end && range?.type === 'range'
    ? { ...columnFor(range, word), end: /^(?:min|from|low|von|ab)/.test(end[0]) ? 'min' : 'max' }
    : undefined
}

const END = /\b(?:minimum|min|from|lowest|low|von|ab|maximum|max|to|highest|high|bis)\b/

/** `Pressure (bar)`, `Pressure [bar]` and `Pressure in bar` name a unit behind the name. */
const partsOf = (header: string): { name: string; word: string | undefined } => {
  const text = header.trim().slice(0, 200)
  const [, before, inside] = /^([^()[\]]+)[([]([^()[\]]+)[)\]]$/.exec(text) ?? []
  if (before !== undefined && inside !== undefined) return { name: before.trim(), word: inside.trim() }
  const at = Math.max(text.lastIndexOf(' '), text.lastIndexOf(','))
  return at < 0 ? { name: text, word: undefined } : { name: text.slice(0, at).trim(), word: text.slice(at + 1).trim() }
}

const columnFor = ({ code, family, units }: KnownAttribute, word: string | undefined): ProductColumn => {
  const named = family && word ? unitNamed(word, family, units).unit?.code : undefined
  const unit = named ?? (family && units.length === 1 ? units[0] : undefined)
  return { target: `attributes.${code}`, way: 'overwrite', ...(unit === undefined ? {} : { unit }) }
}

/** Whether decimals are written with a comma, by those numbers of which it is certain. */
export const guessNotation = (rows: readonly (readonly string[])[]): Notation => {
  let [points, commas] = [0, 0]
  for (const cell of rows.flat()) {
    const [, sign, digits = ''] = /^[+\-−]?\d{1,15}([.,])(\d{1,15})(?![\d.,])/.exec(cell.trim()) ?? []
    if (sign === undefined || digits.length === 3) continue
    if (sign === ',') commas++
    else points++
  }
  return commas > points ? 'comma' : 'point'
}

/** What people have to do before rows can be read; undefined: they can. */
export const missingColumns = async (
  tenant: Tenant,
  fields: readonly (string | null)[],
): Promise<string | undefined> => {
  const columns = fields.flatMap((field) => (field === null ? [] : columnOf(field)))
  const known = await attributesOfColumns(tenant, columns)
  const seen = new Set<string>()
  for (const { target, end, unit } of columns) {
    const attribute = known.get(target)
    if (!attribute && !(target in PRODUCT_FIELDS)) return 'One of the attributes no longer exists. Choose another'
    const label = attribute?.label ?? LABELS.get(target)
    const key = `${target} ${end ?? ''}`
    if (seen.has(key)) return `Two columns hold ${label}. Choose one of them`
    seen.add(key)
    if (end && attribute?.type !== 'range') return `${label} has no ends. Choose it without them`
    if (unit !== undefined && !unitNamed(unit, attribute?.family ?? '', attribute?.units ?? []).unit)
      return `Choose another unit for ${label}`
  }
  for (const { target, end } of columns)
    if (end && !seen.has(`${target} ${end === 'min' ? 'max' : 'min'}`))
      return `Choose the column with the other end of ${known.get(target)?.label ?? target}`
  return seen.has('code ') || seen.has('gtin ') ? undefined : 'Choose the column with the code or the GTIN'
}

/** The attributes that the columns hold, by their target. */
export const attributesOfColumns = async (
  tenant: Tenant,
  columns: readonly Pick<ProductColumn, 'target'>[],
): Promise<Map<string, KnownAttribute>> => {
  const codes = columns.flatMap(({ target }) => (target.startsWith(ATTRIBUTE) ? target.slice(ATTRIBUTE.length) : []))
  const attributes = await readAttributes(tenant, { codes: [...new Set(codes)] })
  return new Map(attributes.map((attribute) => [`${ATTRIBUTE}${attribute.code}`, attribute]))
}
const ATTRIBUTE = 'attributes.'
const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(PRODUCT_FIELDS))
