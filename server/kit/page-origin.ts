/**
 * Where pages come from, as browsers name it: in lower case and ASCII, without the usual port. Undefined for what is no such place, or
 * would mean something else in a header.
 */
export const pageOrigin = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return /^(?:(?:\*\.)?[a-z\d._-]+|\[[\da-f:.]+\])$/.test(url.hostname) ? url.origin : undefined
}
