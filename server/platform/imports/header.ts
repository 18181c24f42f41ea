/** A column's name by which it is known: accents, case, punctuation and words written together make no other name. */
export const plainHeader = (header: string) =>
  header
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
