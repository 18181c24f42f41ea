/** How a stored value is shown; undefined for one that reads as it is. */
export type ShowValue = (value: unknown) => string | undefined

/** A text as `label` says it, and what having none means. */
export const code =
  (label: (code: string) => string, none?: () => string): ShowValue =>
  (value) => {
    if (value === null) return none?.()
    return typeof value === 'string' ? label(value) : undefined
  }

/** A text by its label, or as it is where it has none. */
export const oneOf = (labels: Readonly<Record<string, string>>, none?: string): ShowValue =>
  code(
    (each) => (Object.hasOwn(labels, each) ? labels[each] : undefined) ?? each,
    none === undefined ? undefined : () => none,
  )

/** A code by its label, from words that also have a colour. */
export const called = (labels: Readonly<Record<string, { label: string }>>): ShowValue =>
  code((each) => labels[each]?.label ?? each)

/** A number as `label` says it; null too where that means something there. */
export const number =
  (label: (value: number) => string, none?: string): ShowValue =>
  (value) =>
    typeof value === 'number' ? label(value) : value === null ? none : undefined

/** Some texts, or what none of them means. */
export const several =
  (label: (code: string) => string, none?: string): ShowValue =>
  (value) =>
    Array.isArray(value) ? value.map((each) => label(String(each))).join(', ') || none : undefined

/** A line for each of several objects. */
export const lines =
  (line: (part: Readonly<Record<string, unknown>>) => string): ShowValue =>
  (value) =>
    Array.isArray(value)
      ? value
          .map(Object)
          .map((part) => line(part))
          .join('\n') || undefined
      : undefined

export const asItIs = (text: string) => text
