/** JSON that is the same whatever the order of names: what an object says does not hang on it, what a list says does. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder)

const inOrder = (_name: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const names = Object.keys(value).toSorted()
  // Fewer and smaller objects than by `Object.entries`: long texts have tens of thousands of these.
  const sorted: Record<string, unknown> = Object.create(null)
  for (const name of names) sorted[name] = Reflect.get(value, name)
  return sorted
}
