/** More links than people send who ask for something. */
const MOST_LINKS = 3

/** What nobody writes who wants an answer. Lower case, as whole words. */
const PHRASES = [
  'backlink',
  'backlinks',
  'bitcoin investment',
  'buy followers',
  'casino',
  'crypto investment',
  'domain authority',
  'earn money online',
  'first page of google',
  'forex',
  'guest post',
  'increase your traffic',
  'loan offer',
  'payday loan',
  'rank higher',
  'seo audit',
  'seo package',
  'seo services',
  'sponsored post',
  'viagra',
  'web design services',
]
const PHRASE = new RegExp(`\\b(?:${PHRASES.join('|')})\\b`, 'g')
const LINK = /\bhttps?:\/\/|\bwww\./gi
/** A Latin letter beside one of a script whose letters look like it: within one word, that is done to deceive filters. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/gu

/** Why a text is certain spam; none where a person should look. */
export const spamIn = (text: string): string[] => {
  const links = text.match(LINK)?.length ?? 0
  const phrases = new Set(text.toLowerCase().match(PHRASE)).size
  const mixed = text.match(MIXED)?.length ?? 0
  return [
    ...(links > MOST_LINKS ? [`${links} links`] : []),
    // One alone may be what a person asks about.
    ...(phrases > 1 || (phrases === 1 && links > 0) ? ['phrases of advertising'] : []),
    // An odd letter may be a unit: 5 µΩm.
    ...(mixed > 2 ? ['letters of two scripts in one word'] : []),
  ]
}
