import { useEffect, useState } from 'react'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogVersions } from '#contract/content/blog-versions.ts'
import { blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import { ApiError, call } from '#web/kit/data/api.ts'
import { tabId } from '#web/kit/data/session.ts'
import { changedFields, fieldsOf, NEW_POST, type PostFields } from './post-fields.ts'
import { groundOf, type Ground } from './saving.ts'
import { readFromTab, type Copy } from './tab-copies.ts'

/** What an earlier visit left, on this or another device. */
export interface Left extends Copy {
  key: string
  /** "this browser", or what the person used. */
  where: string
}

export interface Opened {
  key: string
  ground: Ground
  left: Left | undefined
}

/** The post to write on, or a new one, with what was typed and not saved. */
export const useOpening = (id: number | 'new') => {
  const [opened, setOpened] = useState<Opened>()
  const [failure, setFailure] = useState<unknown>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    open(id).then(
      (found) => gone || setOpened(found),
      (cause: unknown) => gone || setFailure(cause),
    )
    return () => {
      gone = true
    }
  }, [id, tries])
  return {
    opened,
    failure,
    again: () => {
      setFailure(undefined)
      setTries(tries + 1)
    },
  }
}

const open = async (id: number | 'new'): Promise<Opened> => {
  const key = id === 'new' ? `new-${tabId()}` : String(id)
  const [post, inTab, onServer] = await Promise.all([
    id === 'new' ? undefined : call(blogPosts.details, { params: { id }, query: {} }).then(({ data }) => data),
    readFromTab(key),
    readFromServer(id, key),
  ])
  const ground = groundOf(post)
  const [newest] = [inTab && { ...inTab, key, where: 'this browser' }, onServer]
    .filter((copy) => copy !== undefined)
    .toSorted((one, other) => other.at.localeCompare(one.at))
  const differs = newest && changedFields(ground.fields, newest.fields).length > 0
  return { key, ground, left: differs ? newest : undefined }
}

/** Where what was left began from, which may lie before what colleagues saved since. */
export const groundOfLeft = async (ground: Ground, left: Left): Promise<Ground> => {
  const { post } = ground
  if (!post || left.draftVersion === undefined || left.draftVersion === post.draft_version) return ground
  const params = { id: post.id, number: left.draftVersion }
  const { data } = await call(blogVersions.one, { params })
  return { post, version: left.version, draftVersion: left.draftVersion, fields: fieldsOf(data) }
}

/** Of a new post, the newest that was left on any device. */
const readFromServer = async (id: number | 'new', own: string): Promise<Left | undefined> => {
  try {
    const key = id === 'new' ? await newestNew(own) : own
    if (key === undefined) return undefined
    const { data } = await call(blogWorkingCopies.one, { params: { key } })
    const { seen_version: version, ...fields }: PostFields & { seen_version?: number } = {
      ...NEW_POST,
      ...JSON.parse(data.fields),
    }
    return {
      key,
      fields,
      version,
      draftVersion: data.base_version ?? undefined,
      at: data.updated_at,
      where: data.device,
    }
  } catch (failure) {
    // Without one, and where they can't be read, the post itself opens.
    if (failure instanceof ApiError) return undefined
    throw failure
  }
}

const newestNew = async (own: string) => {
  const { data } = await call(blogWorkingCopies.list, {})
  const fresh = data.filter(({ post_id }) => post_id === null)
  return (fresh.find(({ key }) => key === own) ?? fresh[0])?.key
}
