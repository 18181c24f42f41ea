import { sql, type RawBuilder } from 'kysely'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { EDITABLE_SECONDS, type CommentEdit, type StoredComment } from '#contract/platform/comments.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict, found, UserError } from '#server/kit/errors.ts'
import { containing } from '#server/kit/page.ts'
import { notifyMentioned } from './mentioned.ts'

/** A table that `comments_table()` makes. */
type CommentsTable = {
  [Name in keyof Tables]: 'author_id' | 'body' | 'mentions' | 'pinned' | 'edited_at' extends keyof Tables[Name]
    ? Name
    : never
}[keyof Tables]

/** What the comments of an entity are about, and who may read and write them. */
export interface CommentsSpec<Table extends CommentsTable> {
  table: Table
  /** Its column that names the row. */
  about: string & keyof Tables[Table]
  /** What a message calls the row: "Lead not found". */
  noun: string
  /** The newest of one row that are listed. */
  most: number
  /** The row as it is now, where the caller may read and write its comments. */
  find(tenant: Tenant, caller: Caller, id: number): Promise<{ id: number } | undefined>
  /** The same, held until the transaction ends: nothing happens to it before the comment is stored. */
  hold(tenant: Tenant, caller: Caller, id: number): Promise<{ id: number } | undefined>
  /** What follows a new comment, in its transaction. */
  after?(tenant: Tenant, caller: Caller, id: number): Promise<unknown>
  /** Undefined: nobody can be mentioned. */
  mentions?: MentionsSpec
}

interface MentionsSpec {
  /** Whether the caller may comment on every one of the rows. */
  mayCommentOnAll(tenant: Tenant, caller: Caller, ids: readonly number[]): Promise<boolean>
  /** Whether a colleague, `s` of `staff`, sees every one of the rows. */
  seenByStaff(tenant: Tenant, ids: readonly number[]): RawBuilder<boolean>
  /** What notifications call the entity of the row. */
  entity: string
}

interface NewComment {
  body: string
  mentions?: readonly number[] | undefined
}

/** A comment with the id of its row. */
export type CommentOn = StoredComment & { about: number }

const MOST_OFFERED = 10

/** The comments of one entity. */
export const commentsOf = <Table extends CommentsTable>(spec: CommentsSpec<Table>) => {
  const { noun, mentions } = spec
  const table = sql.table(spec.table)
  const about = sql.ref(`c.${spec.about}`)

  const select = async ({ db, companyId }: Tenant, which: RawBuilder<unknown>) => {
    const { rows } = await sql<CommentOn & { age_seconds: number }>`
      select c.id, ${about} as about, c.body as comment, json_build_object('id', s.id, 'name', s.name) as author,
        coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.name) from staff m where m.id = any(c.mentions)), '[]') as mentions,
        c.pinned, c.created_at, c.edited_at, extract(epoch from now() - c.created_at)::int as age_seconds
      from ${table} c join staff s on s.id = c.author_id
      where c.company_id = ${companyId} and ${which}
      order by c.pinned desc, c.id desc limit ${spec.most}`.execute(db)
    return rows
  }
  const byId = async (tenant: Tenant, id: number) => (await select(tenant, sql`c.id = ${id}`))[0]

  const written = async (tenant: Tenant, id: number): Promise<CommentOn> => {
    const comment = await byId(tenant, id)
    if (!comment) throw new Error(`Comment ${id} is gone within the transaction that wrote it`)
    return comment
  }

  /** As it stays until it is changed: an undo of it, or a move to another row, comes before or after. */
  const lock = async (tenant: Tenant, id: number) => {
    await sql`select from ${table} where company_id = ${tenant.companyId} and id = ${id} for update`.execute(tenant.db)
    return byId(tenant, id)
  }

  /** Everybody mentioned is an active colleague who sees the row; 404 or 409 otherwise. */
  const checkMentions = async (tenant: Tenant, id: number, people: readonly number[]) => {
    if (!mentions || people.length === 0) return
    const { rows } = await sql<{ name: string; sees: boolean }>`
      select s.name, ${mentions.seenByStaff(tenant, [id])} as sees from staff s
      where s.id = any(${people}) and s.status = 'active' order by s.name`.execute(tenant.db)
    if (rows.length < people.length) throw new UserError(404, 'One of the people mentioned was not found')
    const blind = rows.filter(({ sees }) => !sees).map(({ name }) => name)
    if (blind.length > 0)
      throw conflict(
        `${blind.join(', ')} can’t see this ${noun.toLowerCase()} and would not be notified.`,
        undefined,
        'unseen',
      )
  }

  return {
    /** Pinned ones first, then the newest first. */
    list: (tenant: Tenant, id: number): Promise<CommentOn[]> => select(tenant, sql`${about} = ${id}`),

    async add(tenant: Tenant, caller: Caller, id: number, { body, mentions: named = [] }: NewComment) {
      const row = found(noun, await spec.hold(tenant, caller, id))
      const people = [...new Set(named)]
      await checkMentions(tenant, row.id, people)
      const stored = await sql<{ id: number }>`
        insert into ${table} (company_id, ${sql.ref(spec.about)}, author_id, body, mentions)
        values (${tenant.companyId}, ${row.id}, ${caller.personId}, ${body}, ${people}::int[]) returning id`.execute(
        tenant.db,
      )
      const added = await written(tenant, found('Comment', stored.rows[0]).id)
      await spec.after?.(tenant, caller, row.id)
      if (mentions) await notifyMentioned(tenant, { entity: mentions.entity, id: row.id, commentId: added.id }, people)
      return added
    },

    /** Its author can edit it for some time; everybody who may comment can pin it. */
    async change(tenant: Tenant, caller: Caller, commentId: number, edit: CommentEdit): Promise<CommentOn> {
      const before = found('Comment', await lock(tenant, commentId))
      found('Comment', await spec.find(tenant, caller, before.about))
      const rewritten = edit.comment !== undefined || edit.mentions !== undefined
      if (!rewritten && edit.pinned === undefined)
        throw badField('comment', 'Nothing to change: send comment or pinned')
      if (rewritten && before.author.id !== caller.personId)
        throw new UserError(403, 'Only the author can edit a comment')
      if (rewritten && before.age_seconds > EDITABLE_SECONDS)
        throw conflict('You can edit a comment for 10 minutes. Write a new one instead.', undefined, 'too_late')
      const added = [...new Set(edit.mentions)].filter((id) => !before.mentions.some((person) => person.id === id))
      await checkMentions(tenant, before.about, added)
      await sql`
        update ${table} set body = coalesce(${edit.comment ?? null}, body), pinned = coalesce(${edit.pinned ?? null}, pinned),
          mentions = coalesce(${edit.mentions ?? null}, mentions),
          edited_at = case when ${edit.comment ?? null}::text is null then edited_at else now() end
        where company_id = ${tenant.companyId} and id = ${commentId}`.execute(tenant.db)
      const data = await written(tenant, commentId)
      if (mentions) await notifyMentioned(tenant, { entity: mentions.entity, id: before.about, commentId }, added)
      return data
    },

    /** Colleagues who see every one of the rows; those whose name begins with the search come first. */
    async mentionable(tenant: Tenant, caller: Caller, rowIds: readonly number[], search: string): Promise<PersonRef[]> {
      const ids = [...new Set(rowIds)]
      if (!mentions) return []
      found(noun, (await mentions.mayCommentOnAll(tenant, caller, ids)) || undefined)
      const { rows } = await sql<PersonRef>`
        select s.id, s.name from staff s
        where s.status = 'active' and s.id <> ${caller.personId} and fold(s.name) like fold(${containing(search)})
          and ${mentions.seenByStaff(tenant, ids)}
        order by starts_with(fold(s.name), fold(${search})) desc, fold(s.name), s.id limit ${MOST_OFFERED}`.execute(
        tenant.db,
      )
      return rows
    },
  }
}
