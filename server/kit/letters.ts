/** Accents and points of letters, as NFKD sets them apart. Marks of scripts that write vowels by them are none: without, Togo is Tonga in Hindi. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g

/** In compatibility forms, without accents. */
export const withoutAccents = (text: string) => text.normalize('NFKD').replace(MARKS, '')

/** A letter of a script that puts no spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
