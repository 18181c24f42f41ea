/** A whole number as spreadsheets write one that they take for a decimal, `560001.0`: without what they added. */
export const withoutZeroDecimal = (text: string) => text.replace(/(?<=\d{3})[.,]0$|(?<=\d{6})[.,]0{2,9}$/, '')

/** Whether digits are lost: `9.19E+11` is how spreadsheets shorten a long number that is no text to them. */
export const isShortened = (text: string) => /^\+?\d{1,20}(?:[.,]\d{1,20})?e\+?\d{1,3}$/i.test(text)

/** What to say of a shortened number, and what to do about it. */
export const shortenedSentence = (text: string) =>
  `The spreadsheet shortened this number: ${text}. Format the column as text and export it again.`
