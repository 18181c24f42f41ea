import { useState } from 'react'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { FieldConflict, ProductDetails } from '#contract/catalogue/product.ts'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'
import { ApiError, refresh, sentenceOf, useAction } from '#web/kit/data/api.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { changeOf, fieldsOf, isChange, readEntered, storedIn, type Entered, type Field } from './product-fields.ts'
import { PRODUCT_READS } from './product-reads.ts'

type Edits = Readonly<Record<string, Entered>>

/** What was typed, and the version of the product that it was begun on: what others change meanwhile is not overwritten unseen. */
interface Draft {
  version: number
  edits: Edits
}

/** Which value of a field that others have changed meanwhile is to stay. */
export type Choice = 'now' | 'yours'

/** The form of a product: what is entered and not saved yet, what is wrong with it, and the ways to save, undo and discard it. */
export const useProductForm = (product: ProductDetails, structure: Structure) => {
  const kept = useDraft<Draft>(`product-${product.id}`)
  const [draft, setDraft] = useState(kept.found?.values)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [conflict, setConflict] = useState(NO_CONFLICT)
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const gone = useUnmounted()
  const update = useAction(masterProducts.update, { refreshes: PRODUCT_READS })

  const edits: Edits = draft?.edits ?? {}
  const categoryId = 'category_id' in edits ? idOf(edits['category_id']) : product.category_id
  const fields = fieldsOf(product, categoryId, structure)
  const entered = (field: Field) => (field.key in edits ? (edits[field.key] ?? null) : storedIn(product, field))
  const changed = fields.filter(
    (field) => field.key in edits && isChange(field, storedIn(product, field), entered(field)),
  )

  const keep = (next: Draft | undefined) => {
    setDraft(next)
    if (next) kept.keep(next)
    else kept.drop()
  }
  const without = (key: string) => {
    const { [key]: _gone, ...others } = edits
    keep(Object.keys(others).length > 0 ? { version: draft?.version ?? product.version, edits: others } : undefined)
    setFaults(({ [key]: _mended, ...rest }) => rest)
    setConflict(({ version, fields: all }) => ({ version, fields: all.filter((one) => one.field !== key) }))
  }
  const set = (field: Field, value: Entered) => {
    keep({ version: draft?.version ?? product.version, edits: { ...edits, [field.key]: value } })
    setFaults(({ [field.key]: _mended, ...rest }) => rest)
  }
  /** Once the field is left: numbers as they were understood, or what is wrong with them. */
  const leave = (field: Field) => {
    if (!(field.key in edits)) return
    const read = readEntered(field, entered(field))
    if ('message' in read) setFaults((all) => ({ ...all, [field.key]: read.message }))
    else if (!isChange(field, storedIn(product, field), entered(field))) without(field.key)
    else if (read.value !== null && field.attribute) set(field, read.value)
  }

  const settle = () => {
    keep(undefined)
    setFaults({})
    setConflict(NO_CONFLICT)
  }

  /** Answers the key of the first field that could not be saved; undefined where nothing is wrong. */
  const save = async (): Promise<string | undefined> => {
    if (update.running || changed.length === 0) return undefined
    const stays = (field: Field) =>
      choices[field.key] === 'now' && conflict.fields.some((one) => one.field === field.key)
    const { values, wrong } = readAll(
      changed.filter((field) => !stays(field)),
      entered,
    )
    setFaults(wrong)
    const [first] = Object.keys(wrong)
    if (first !== undefined) return first
    if (values.size === 0) {
      settle()
      return undefined
    }
    try {
      const version = conflict.version ?? draft?.version ?? product.version
      const saved = await update.orThrow({ params: { id: product.id }, body: { ...changeOf(values), version } })
      settle()
      toast.done(`${saved.data.name} saved`, { undo: undoOf(saved) })
      return undefined
    } catch (failure) {
      return showFailure(failure)
    }
  }

  /** At the fields that it names, else as a message. */
  const showFailure = (failure: unknown) => {
    const met = conflictIn(failure)
    const named = failure instanceof ApiError ? failure.errors : []
    if (gone.current || (met.fields.length === 0 && named.length === 0)) {
      toast.failed(`${product.name} was not saved. ${sentenceOf(failure, masterProducts.update.failure)}`)
      return undefined
    }
    if (met.fields.length > 0) void refresh(masterProducts.details)
    setConflict(met)
    setChoices(Object.fromEntries(met.fields.map(({ field }) => [field, 'yours'])))
    setFaults(Object.fromEntries(named.map(({ field, message }) => [fieldName(field), message])))
    return met.fields[0]?.field ?? fieldName(named[0]?.field ?? '')
  }

  return {
    categoryId,
    fields,
    entered,
    changed,
    faults,
    conflicts: conflict.fields,
    choices,
    saving: update.running,
    set,
    leave,
    undo: (field: Field) => without(field.key),
    choose: (key: string, choice: Choice) => setChoices((all) => ({ ...all, [key]: choice })),
    discard: settle,
    save,
  }
}
export type ProductForm = ReturnType<typeof useProductForm>

const idOf = (entered: Entered | undefined) => (typeof entered === 'string' && entered !== '' ? Number(entered) : null)

interface Conflict {
  /** The version that the person has seen by now. */
  version: number | undefined
  fields: readonly FieldConflict[]
}
const NO_CONFLICT: Conflict = { version: undefined, fields: [] }

const conflictIn = (failure: unknown): Conflict => {
  if (!(failure instanceof ApiError && failure.code === 'conflict')) return NO_CONFLICT
  const { fields, current } = failure.details
  return { version: Object(current).version, fields: Array.isArray(fields) ? fields.map(Object) : [] }
}

const readAll = (fields: readonly Field[], entered: (field: Field) => Entered) => {
  const values = new Map<Field, AttributeValue | null>()
  const wrong: Record<string, string> = {}
  for (const field of fields) {
    const read = readEntered(field, entered(field))
    if ('message' in read) wrong[field.key] = read.message
    else values.set(field, read.value)
  }
  return { values, wrong }
}

/** `body/attributes/material` → `attributes.material`. */
const fieldName = (field: string) => field.replace(/^body[./]/, '').replaceAll('/', '.')
