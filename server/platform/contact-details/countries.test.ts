import { expect, test } from 'vitest'
import { callingCode, COUNTRIES, countryCode } from './countries.ts'

const READ: Readonly<Record<string, string>> = {
  'Iran (Islamic Republic of)': 'IR',
  'Tanzania, United Republic of': 'TZ',
  'Bolivia (Plurinational State of)': 'BO',
  'Venezuela (Bolivarian Republic of)': 'VE',
  'Micronesia (Federated States of)': 'FM',
  'Moldova (the Republic of)': 'MD',
  'Taiwan (Province of China)': 'TW',
  'Palestine, State of': 'PS',
  'Falkland Islands (the) [Malvinas]': 'FK',
  'Virgin Islands (U.S.)': 'VI',
  'Virgin Islands (British)': 'VG',
  'United Kingdom of Great Britain and Northern Ireland (the)': 'GB',
  'United States of America (the)': 'US',
  'Saint Helena, Ascension and Tristan da Cunha': 'SH',
  'Lao People’s Democratic Republic (the)': 'LA',
  'Federal Republic of Germany': 'DE',
  'Kingdom of Denmark': 'DK',
  'French Republic': 'FR',
  'Korea (the Republic of)': 'KR',
  "Korea (the Democratic People's Republic of)": 'KP',
  'Congo (the Democratic Republic of the)': 'CD',
  'Republic of the Congo': 'CG',
  Congo: 'CG',
  England: 'GB',
  Scotland: 'GB',
  UK: 'GB',
  USA: 'US',
  'U.S.A.': 'US',
  KSA: 'SA',
  UAE: 'AE',
  Holland: 'NL',
  'the Netherlands': 'NL',
  'Ivory Coast': 'CI',
  Suomi: 'FI',
  대한민국: 'KR',
  Deutschland: 'DE',
  España: 'ES',
  中国: 'CN',
  台灣: 'TW',
  भारत: 'IN',
  ประเทศไทย: 'TH',
  ไทย: 'TH',
  Ελλάδα: 'GR',
  ישראל: 'IL',
  Россия: 'RU',
  'المملكة العربية السعودية': 'SA',
  Magyarország: 'HU',
  Hrvatska: 'HR',
  Áo: 'AT',
  टोगो: 'TG',
  टोंगा: 'TO',
  'Germany (+49)': 'DE',
}

test('a country is read by its code and by every short and official name, in English, its own and other languages', () => {
  for (const [name, code] of Object.entries(READ)) expect([name, countryCode(name)]).toEqual([name, code])
})

test('each country is read by the name that each language has for it', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'fi', 'ko', 'zh', 'ja', 'hi', 'ar', 'ta', 'my', 'th', 'ka', 'sr']) {
    const named = new Intl.DisplayNames([language], { type: 'region' })
    for (const { code } of COUNTRIES) {
      const name = named.of(code) ?? ''
      expect([language, name, countryCode(name)]).toEqual([language, name, code])
    }
  }
})

test('what names no country is none, and a name of several says nothing', () => {
  for (const text of [
    'Atlantis',
    'Texas',
    'Bavaria',
    'Europe',
    'unknown',
    'Republic of',
    'X',
    '',
    '—',
    '12',
    'a'.repeat(500),
  ])
    expect([text, countryCode(text)]).toEqual([text, undefined])
  expect(callingCode('대한민국')).toBe('+82')
})
