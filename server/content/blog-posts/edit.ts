import { sql } from 'kysely'
import type { PostDocument } from '#contract/content/document.ts'
import type { SentPost } from '#contract/content/blog-posts.ts'
import { NOTHING_CHANGED } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import { changedSince } from '#server/kit/merge-edits.ts'
import { postDetails } from '#server/content/post/details.ts'
import { mergeSayings, type Merged } from '#server/content/post/merge.ts'
import { checkCover } from '#server/content/post/pictures.ts'
import { firstDocument, readSent, sentSlug } from '#server/content/post/read-sent.ts'
import { BLANK, labelOf, wireName, type Saying } from '#server/content/post/saying.ts'
import { claimSlug, slugFor } from '#server/content/post/slugs.ts'
import { lockPost, sayingOf, type Standing } from '#server/content/post/standing.ts'
import { saveDraft, storePost } from '#server/content/post/store.ts'
import { discardCopy } from '#server/content/post/working-copies.ts'

interface Writer {
  personId: number
}

/** Adds a post; whoever calls has made sure that it has a cover. */
export const addPost = async (
  tenant: Tenant,
  { personId }: Writer,
  sent: SentPost & { title: string; authors: number[]; image_id: number },
  document: PostDocument | undefined,
): Promise<number> => {
  const slug = sentSlug(sent)
  const read = await readSent(tenant, sent, document)
  const cover = await checkCover(tenant, sent.image_id)
  if (slug !== undefined) await claimSlug(tenant, slug, undefined, sent.take_over_redirect === true)
  const saying: Saying = {
    ...BLANK,
    image_alt: cover.alt,
    ...read,
    title: sent.title,
    image_id: sent.image_id,
    author_ids: read.author_ids ?? [],
    document: firstDocument(document),
    slug: slug ?? (await slugFor(tenant, sent.title)),
  }
  const id = await taken(storePost(tenant, saying, { kind: 'save', by: personId, note: sent.note }))
  if (sent.working_copy) await discardCopy(tenant, personId, sent.working_copy)
  return id
}

/** Two who chose the same address at the same moment: the second is told as if it had come a little later. */
const taken = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'blog_posts_slug')
      throw conflict('This is the address of another post. Choose another.', { field: 'slug' }, 'slug_taken')
    throw error
  }
}

export interface Edit {
  id: number
  sent: SentPost
  document: PostDocument | undefined
  seen: number | undefined
  keepSchedule?: boolean | undefined
}

/**
 * Saves what somebody sent as the draft, together with what colleagues changed since the version that they saw; 409 names what both
 * changed. The sentence says what became of it.
 */
export const editPost = async (
  tenant: Tenant,
  writer: Writer,
  { id, sent, document, seen, keepSchedule = false }: Edit,
): Promise<string | undefined> => {
  const post = await lockPost(tenant, id)
  const theirs = await sayingOf(tenant, id, post.draft_version)
  const baseNumber = await draftAt(tenant, post, seen)
  const base = baseNumber === post.draft_version ? theirs : await sayingOf(tenant, id, baseNumber)
  const slug = sentSlug(sent)
  const read = await readSent(tenant, sent, document, [...theirs.faq, ...base.faq])
  const merged = mergeSayings(base, theirs, { ...read, ...(slug === undefined ? {} : { slug }) })
  if (merged.saying.image_id !== theirs.image_id) await checkCover(tenant, merged.saying.image_id)
  if (merged.conflicts.length > 0) throw await collided(tenant, writer, { base, theirs, baseNumber, id, read, merged })
  if (merged.saying.slug !== theirs.slug)
    await claimSlug(tenant, merged.saying.slug, id, sent.take_over_redirect === true)
  const made = {
    kind: merged.places > 0 ? ('merge' as const) : ('save' as const),
    by: writer.personId,
    note: sent.note,
    from: merged.places > 0 ? baseNumber : undefined,
  }
  const saved = await taken(saveDraft(tenant, post, merged.saying, made, { keepSchedule }))
  if (sent.working_copy) await discardCopy(tenant, writer.personId, sent.working_copy)
  if (!saved) return NOTHING_CHANGED
  return merged.places > 0 ? togetherWith(await lastMaker(tenant, id, post.draft_version), merged.places) : undefined
}

const togetherWith = (name: string | null, places: number) =>
  `Merged with ${name === null ? 'other' : `${name}’s`} changes in ${places} ${places === 1 ? 'place' : 'places'}`

const lastMaker = async ({ db, companyId }: Tenant, id: number, number: number) => {
  const { rows } = await sql<{ name: string }>`
    select s.name from blog_versions v join staff s on s.id = v.made_by
    where v.company_id = ${companyId} and v.post_id = ${id} and v.number = ${number}`.execute(db)
  return rows[0]?.name ?? null
}

/** Where the draft pointer stood when the post had this version. */
const draftAt = async (tenant: Tenant, post: Standing, seen: number | undefined): Promise<number> => {
  if (seen === undefined || seen === post.version) return post.draft_version
  if (seen > post.version)
    throw new UserError(400, 'The post has no such version', {
      errors: [{ field: 'version', message: 'The post has no such version' }],
    })
  const changed = await changedSince(tenant, { entity: 'blog_posts', id: post.id }, seen)
  return Number(changed.get('draft_version') ?? post.draft_version)
}

interface Collision {
  id: number
  base: Saying
  theirs: Saying
  baseNumber: number
  read: Partial<Saying>
  merged: Merged
}

const collided = async (
  tenant: Tenant,
  caller: Writer,
  { id, base, theirs, baseNumber, read, merged }: Collision,
): Promise<UserError> =>
  conflict('Somebody else changed this, too. Choose what to keep.', {
    current: await postDetails(tenant, caller, id),
    base_version: baseNumber,
    fields: merged.conflicts.map((field) => ({
      field: wireName(field),
      label: labelOf(field),
      base: base[field],
      theirs: theirs[field],
      mine: read[field] ?? null,
    })),
    blocks: merged.blocks,
  })
