interface CodeStyle {
  otherwise: string
  between: '-' | '_'
  longest: number
  /** With what it does not begin. */
  first?: RegExp
}

/** A code that reads like the name; another number where it is taken. */
export const freeCode = (
  name: string,
  taken: ReadonlySet<string>,
  { otherwise, between, longest, first = /[^a-z0-9]/ }: CodeStyle,
): string => {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, between)
    .slice(0, longest - 5 - otherwise.length)
    .replace(/^[-_]/, '')
    .replace(/[-_]$/, '')
  const base = words === '' || first.test(words.charAt(0)) ? otherwise + (words && between + words) : words
  let code = base
  for (let next = 2; taken.has(code); next++) code = `${base}${between}${next}`
  return code
}
