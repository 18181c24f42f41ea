const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Other texts that a lenient reader takes for this one: the unused bits of the last character, and what it passes over. */
export const spellings = (text: string) => {
  const last = ALPHABET.indexOf(text.at(-1)!)
  const bits = [1, 2, 3].map((flip) => text.slice(0, -1) + ALPHABET[last ^ flip])
  return [...bits, `${text}=`, `${text}.`, `${text}.x`, ` ${text}`, `${text} `, `${text}\n`]
}
