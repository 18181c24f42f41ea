/** A half-written form, kept in the tab's session storage under the company it was written for, and who wrote it. */
export interface Draft {
  values: Record<string, unknown>
  at: string
}

/** Several people may sign in in one tab, one after the other. */
export interface Writer {
  companyId: string | undefined
  personId: number | undefined
}

const keyOf = ({ companyId, personId }: Writer, form: string) => `leadroom.draft.${companyId}.${personId}.${form}`

interface Shelf {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

/** What one person has begun in one company. Nothing thrown by the storage (full, closed) reaches the form. */
export const draftsOf = (writer: Writer, shelf: Shelf = sessionStorage) => ({
  read: (form: string): Draft | undefined => {
    try {
      const kept: unknown = JSON.parse(shelf.getItem(keyOf(writer, form)) ?? 'null')
      return isDraft(kept) ? kept : undefined
    } catch {
      return undefined
    }
  },
  /** An empty form is no draft: nothing but blanks drops what was kept. */
  keep: (form: string, values: object, at = new Date()) => {
    try {
      if (Object.values(values).some(isFilled))
        shelf.setItem(keyOf(writer, form), JSON.stringify({ values, at: at.toISOString() }))
      else shelf.removeItem(keyOf(writer, form))
    } catch {
      // Full or closed: the form itself still holds what was typed.
    }
  },
  drop: (form: string) => {
    try {
      shelf.removeItem(keyOf(writer, form))
    } catch {
      // As above.
    }
  },
})

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === 'object' &&
  kept !== null &&
  typeof Reflect.get(kept, 'at') === 'string' &&
  typeof Reflect.get(kept, 'values') === 'object'

const isFilled = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isFilled)
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled)
  return value !== undefined && value !== null && value !== '' && value !== false
}
