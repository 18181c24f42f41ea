/** JSON that is the same whatever the order of names: what an object says does not hang on it, what a list says does. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, (_name, inner: unknown) => sorted(inner))

const sorted = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
