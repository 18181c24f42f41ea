import type { Post } from '#contract/content/post.ts'
import { blogPosts, type SentPost } from '#contract/content/blog-posts.ts'
import { ApiError, call, callOnce } from '#web/kit/data/api.ts'
import { createStore } from '#web/kit/data/store.ts'
import { formats } from '#web/kit/look/format.ts'
import { createKeeping, isOffline } from './keeping.ts'
import { documentOf, mergePosts, mergeTexts, type Collision } from './merge-posts.ts'
import {
  changedFields,
  FIELDS,
  fieldsOf,
  isSame,
  NEW_POST,
  sentOf,
  withStoredIds,
  type PostFields,
} from './post-fields.ts'

export type SaveState =
  | { kind: 'none' | 'typing' | 'saving' | 'offline' | 'unsaved' }
  | { kind: 'tab' | 'kept'; at: string }
  | { kind: 'saved'; at: string; version: number }
  | { kind: 'conflict'; who: string }

/** Where the post stands that is written on. */
export interface Ground {
  post: Post | undefined
  /** As saves send it: of what the fields began from. */
  version: number | undefined
  draftVersion: number | undefined
  fields: PostFields
}

interface SavingOptions {
  /** Of the working copy. */
  key: string
  ground: Ground
  /** All that is written now. */
  read: () => PostFields
  /** Shows what came from the server in place of what stands there. */
  write: (fields: PostFields) => void
  onConflict: (collision: Collision, theirs: Post, base: PostFields) => void
  onSaved: (post: Post, merged: boolean) => void
}

/** Saves what is written: one save at a time, each after the one before was answered. What is not saved yet is kept meanwhile. */
export const createSaving = (options: SavingOptions) => {
  const { read } = options
  let { key, ground } = options
  const state = createStore<SaveState>({ kind: 'none' })
  let turn: Promise<unknown> = Promise.resolve()
  let conflicted = false

  const now = () => formats().time(new Date())
  const show = (next: SaveState) => {
    if (!conflicted) state.set(next)
  }
  const keeping = createKeeping({
    key: () => key,
    copy: () => ({
      postId: ground.post?.id,
      fields: read(),
      version: ground.version,
      draftVersion: ground.draftVersion,
    }),
    onKept(where, isAll) {
      const { kind } = state.get()
      if (where === 'offline') show({ kind: 'offline' })
      else if (where === 'kept' ? kind !== 'saving' : kind === 'typing' && isAll) show({ kind: where, at: now() })
    },
  })

  const saveOne = async (take_over_redirect: boolean): Promise<Post | undefined> => {
    if (conflicted) return undefined
    const sent = read()
    const of = keeping.touches()
    const names = ground.post ? changedFields(ground.fields, sent) : FIELDS
    if (ground.post && names.length === 0) {
      keeping.forget(of)
      show({ kind: 'saved', at: now(), version: ground.post.draft_version })
      return ground.post
    }
    show({ kind: 'saving' })
    try {
      const body = { ...sentOf(sent, names), working_copy: key, ...(take_over_redirect && { take_over_redirect }) }
      const post = await send(ground, sent, body)
      takeOver(sent, post, of)
      return post
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'conflict' && ground.post) {
        await collide(sent, ground.post.id)
        return undefined
      }
      show({ kind: isOffline(failure) ? 'offline' : 'unsaved' })
      throw failure
    }
  }
  /** What was saved is what is stored; what was typed meanwhile stays, and what a colleague changed comes in. */
  const takeOver = (sent: PostFields, post: Post, of: number) => {
    const { next, merged } = afterSave(sent, fieldsOf(post), read())
    ground = groundOf(post)
    options.write(next)
    keeping.forget(of)
    // What is typed from now on belongs to the post.
    key = String(post.id)
    const isAll = keeping.touches() === of
    show(isAll ? { kind: 'saved', at: now(), version: post.draft_version } : { kind: 'typing' })
    options.onSaved(post, merged && isAll)
    if (!isAll) keeping.later()
  }
  const collide = async (sent: PostFields, id: number) => {
    const { data: theirs } = await call(blogPosts.details, { params: { id }, query: {} })
    const base = ground.fields
    const collision = mergePosts(base, fieldsOf(theirs), sent)
    ground = { ...ground, post: theirs }
    state.set({ kind: 'conflict', who: theirs.updated_by?.name ?? 'A colleague' })
    conflicted = true
    keeping.now()
    options.onConflict(collision, theirs, base)
  }

  const save = (takeOverRedirect = false) => {
    const mine = turn.then(() => saveOne(takeOverRedirect))
    turn = mine.catch(() => undefined)
    return mine
  }
  const touched = () => {
    const { kind } = state.get()
    if (kind !== 'typing' && kind !== 'saving') show({ kind: 'typing' })
    keeping.touched()
  }

  return {
    state,
    touched,
    save,
    keepNow: keeping.now,
    keepAtOnce: keeping.atOnce,
    isUnkept: () => !keeping.isKept(),
    isChanged: () => keeping.touches() > 0 && changedFields(ground.fields, read()).length > 0,
    /** What both sides say is decided: the next save begins from theirs. */
    settle(decided: PostFields, theirs: Post) {
      ground = groundOf(theirs)
      conflicted = false
      options.write(decided)
      touched()
      return save()
    },
    /** Another act has changed the post; the text is as it was. */
    moved(post: Post) {
      ground = { ...ground, post, version: post.version, draftVersion: post.draft_version }
    },
    stop: keeping.stop,
  }
}

/** A new post where there is none. */
export const groundOf = (post: Post | undefined): Ground => ({
  post,
  version: post?.version,
  draftVersion: post?.draft_version,
  fields: post ? fieldsOf(post) : NEW_POST,
})

/** What stands in the editor once a save was answered: what was typed meanwhile stays, and what a colleague changed comes in. */
const afterSave = (sent: PostFields, stored: PostFields, current: PostFields) => {
  const merged = FIELDS.some((name) => name !== 'faq_items' && name !== 'slug' && !isSame(name, sent, stored))
  const next = { ...current }
  const take = (name: keyof PostFields) => Object.assign(next, { [name]: stored[name] })
  for (const name of FIELDS) if (name !== 'document' && name !== 'faq_items' && isSame(name, sent, current)) take(name)
  next.faq_items = withStoredIds(current.faq_items, stored.faq_items)
  if (isSame('faq_items', sent, current) && stored.faq_items.length !== next.faq_items.length) take('faq_items')
  if (!isSame('document', sent, stored))
    next.document = documentOf(mergeTexts(sent.document, stored.document, current.document), 'both')
  return { next, merged }
}

const send = async ({ post, version }: Ground, sent: PostFields, body: SentPost): Promise<Post> => {
  const { data } = post
    ? await callOnce(blogPosts.update, {
        params: { id: post.id },
        body: { ...body, ...(version !== undefined && { version }) },
      })
    : await callOnce(blogPosts.add, {
        body: { ...body, title: sent.title.trim(), authors: sent.authors.map(({ id }) => id) },
      })
  return data
}

export type Saving = ReturnType<typeof createSaving>
