import { ownDrafts } from '#web/kit/form/use-draft.ts'
import { session } from '#web/kit/data/session.ts'
import type { PostFields } from './post-fields.ts'

/** What was typed and not saved, with what it began from. */
export interface Copy {
  fields: PostFields
  /** The version of the post that it began from, as saves send it; undefined: of a new post. */
  version: number | undefined
  draftVersion: number | undefined
  at: string
}
export type Kept = Omit<Copy, 'at'>

const formOf = (key: string) => `blog-post.${key}`

/** A copy in this tab; one too large for the drafts of the tab stands in the browser's database. False: neither had room. */
export const keepInTab = async (key: string, kept: Kept): Promise<boolean> => {
  if (keepInDraft(key, kept)) return true
  return inDatabase('readwrite', (store) =>
    store.put({ values: kept, at: new Date().toISOString() }, databaseKey(key)),
  ).then(
    () => true,
    () => false,
  )
}

/** At once, for a page that is about to go. */
export const keepInDraft = (key: string, kept: Kept): boolean => {
  const at = new Date()
  const drafts = ownDrafts()
  drafts.keep(formOf(key), kept, at)
  if (drafts.read(formOf(key))?.at === at.toISOString()) return true
  // An older one would be offered in its place.
  drafts.drop(formOf(key))
  return false
}

export const readFromTab = async (key: string): Promise<Copy | undefined> => {
  const draft = ownDrafts().read(formOf(key)) ?? (await readFromDatabase(key))
  return draft ? { ...(draft.values as unknown as Kept), at: draft.at } : undefined
}

export const dropFromTab = (key: string) => {
  ownDrafts().drop(formOf(key))
  void inDatabase('readwrite', (store) => store.delete(databaseKey(key))).catch(() => undefined)
}

const readFromDatabase = async (key: string): Promise<{ values: Record<string, unknown>; at: string } | undefined> => {
  try {
    return await inDatabase('readonly', (store) => store.get(databaseKey(key)))
  } catch {
    return undefined
  }
}

const databaseKey = (key: string) => `${session.get().companyId}.${session.get().user?.id}.${formOf(key)}`

const inDatabase = async <T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const opening = indexedDB.open('leadroom-drafts', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('drafts'))
  const database = await answerOf(opening)
  try {
    return await answerOf(run(database.transaction('drafts', mode).objectStore('drafts')))
  } finally {
    database.close()
  }
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database did not answer')))
  })
