import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import countries, { type LocaleData } from 'i18n-iso-countries/index.js'
import { withoutAccents } from '#server/kit/letters.ts'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

countries.registerLocale(english)

/** The alpha-2 codes of all countries. */
export const CODES: readonly string[] = Object.keys(english.countries)

/** Letters alone, without accents and a leading “the”. */
const plain = (text: string) =>
  withoutAccents(text)
    .replace(/[^\p{L}\p{M}]/gu, '')
    .toLowerCase()
    .replace(/^the/, '')

const BY_CODE = new Map<string, string>()
const BY_NAME = new Map<string, string>()
/** The first to say a name has it: “Congo” is CG, as in ISO's own short names. */
const add = (name: string, code: string) => {
  const key = plain(name)
  if (key !== '' && !BY_NAME.has(key)) BY_NAME.set(key, code)
}
const addAll = (names: LocaleData['countries']) => {
  for (const [code, said] of Object.entries(names)) for (const name of [said].flat()) add(name, code)
}

for (const code of CODES) {
  BY_CODE.set(code, code)
  BY_CODE.set(countries.alpha2ToAlpha3(code) ?? code, code)
}

/** What people write and neither ISO nor CLDR calls so: parts of the United Kingdom, abbreviations, names of before. */
const OTHERWISE: Readonly<Record<string, string>> = {
  AE: 'UAE; U A E; Emirates; Dubai; Abu Dhabi',
  CD: 'DRC; DR Congo; Zaire',
  CN: 'PRC; PR China; P R of China; Mainland China',
  CZ: 'Czech Republic; Czechia',
  GB: `United Kingdom of Great Britain and Northern Ireland; UK; U K; Great Britain; Britain; England; Scotland; Wales; Northern Ireland; Großbritannien; Schottland; Angleterre; Écosse;
    Grande-Bretagne; Inglaterra; Escocia; Gran Bretaña; Inghilterra; Scozia; Gran Bretagna; Grã-Bretanha; Engeland; Schotland; Groot-Brittannië;
    Anglia; Szkocja; Англия; Великобритания; Шотландия; İngiltere; İskoçya; 英格兰; 苏格兰; イングランド; スコットランド; 영국; إنجلترا; بريطانيا; इंग्लैंड; ब्रिटेन`,
  KP: 'DPRK; Democratic People’s Republic of Korea; Korea, Democratic People’s Republic of',
  KR: 'ROK; Korea; Corée; Corea; Koreya; 한국; 韩国; 韓国; 南韓; Корея',
  LA: 'Laos; Lao',
  MM: 'Burma',
  MK: 'Macedonia; The former Yugoslav Republic of Macedonia; Macedonia, the former Yugoslav Republic of',
  NL: 'Holland; Hollande; Holanda; Olanda; Hollandia; Holandia; Голландия; هولندا',
  RU: 'Russia',
  SA: 'KSA; K S A; Saudi; Kingdom of Saudi Arabia',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  SZ: 'Swaziland',
  TH: 'ประเทศไทย',
  TR: 'Turkey; Türkiye; Turkiye',
  TW: 'ROC; Republic of China',
  US: 'USA; U S A; U S; US of A; America; Estados Unidos de América; EE UU; EEUU; EUA; États-Unis d’Amérique; Vereinigte Staaten von Amerika; США; 美國',
  VN: 'Viet Nam',
  // Forms whose words are not the country's name.
  AR: 'Argentine Republic; República Argentina',
  CH: 'Swiss Confederation; Confoederatio Helvetica',
  FR: 'French Republic; République française',
  GA: 'Gabonese Republic',
  GR: 'Hellenic Republic',
  IT: 'Italian Republic',
  KG: 'Kyrgyz Republic',
  LB: 'Lebanese Republic',
  MX: 'United Mexican States',
  PT: 'Portuguese Republic',
  SK: 'Slovak Republic',
  TG: 'Togolese Republic',
  UY: 'Eastern Republic of Uruguay; Oriental Republic of Uruguay',
}
for (const [code, names] of Object.entries(OTHERWISE)) for (const name of names.split(';')) add(name, code)
addAll(english.countries)

/** Languages of the library and of CLDR, those of most files first. */
const FIRST = 'en de fr es it pt nl ru zh ja ar pl tr sv da cs ko hi uk fi nb hu el'.split(' ')
const CLDR_ALONE =
  'zh-Hant pt-PT sr-Latn bn gu te kn pa or as ne si my lo zu xh yo ig fil gd fo lb rm haw mi eo ta ml mr ka hy'.split(
    ' ',
  )
const LANGUAGES = [...new Set([...FIRST, ...countries.getSupportedLanguages(), ...CLDR_ALONE])]
const OF_LIBRARY = new Set(countries.getSupportedLanguages())
let loaded = 0

/** Reads the names of the next language; false where all are known. A file is read once, and only its names stay. */
const loadNext = () => {
  const language = LANGUAGES[loaded]
  if (language === undefined) return false
  loaded++
  for (const style of ['long', 'short'] as const) {
    const named = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' })
    for (const code of CODES) add(named.of(code) ?? '', code)
  }
  if (OF_LIBRARY.has(language)) addAll(ofLibrary(language))
  return true
}

const ofLibrary = (language: string) => {
  const path = fileURLToPath(import.meta.resolve(`i18n-iso-countries/langs/${language}.json`))
  const data: LocaleData = JSON.parse(readFileSync(path, 'utf8'))
  return data.countries
}

/** The country of a name in any language; undefined where no language has it. */
export const codeOfName = (text: string): string | undefined => {
  const letters = text.replaceAll(/[.\s]/g, '')
  const code = /^[A-Za-z]{2,3}$/.test(letters) ? BY_CODE.get(letters.toUpperCase()) : undefined
  if (code !== undefined) return code
  const names = [...new Set(spellings(text).map(plain))].filter((name) => name !== '')
  for (;;) {
    for (const name of names) {
      const found = BY_NAME.get(name)
      if (found !== undefined) return found
    }
    if (names.length === 0 || !loadNext()) return undefined
  }
}

/** `Tanzania, United Republic of` and `Iran (Islamic Republic of)`, as they are said, and without the words for the form of the state. */
const spellings = (text: string): string[] => {
  const [, name = '', form = ''] = /^([^,()]+)[,(]([^,()]+)\)?$/.exec(text.trim()) ?? []
  const turned = form === '' ? [] : [`${form} ${name}`]
  const bare = text
    .replaceAll(/[’']/g, '')
    .split(/[^\p{L}\p{M}-]+/u)
    .filter((word) => !FORM.test(word))
    .join(' ')
  return [text, ...turned, ...(SEVERAL.test(bare) ? [] : [bare])]
}

const FORM =
  /^(?:the|of|and|republic|kingdom|state|states|united|federal|federated|federative|federation|democratic|peoples|socialist|islamic|arab|bolivarian|plurinational|cooperative|co-operative|grand|duchy|principality|commonwealth|independent|sultanate|hashemite|confederation|union)$/i
/** What is left of the names of more than one country. */
const SEVERAL = /^(?:korea|congo|china|)$/i
