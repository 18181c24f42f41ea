import { sql } from 'kysely'
import { blogVersions } from '#contract/content/blog-versions.ts'
import type { PostVersionRow } from '#contract/content/post.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { containing, pageBounds, paginationOf } from '#server/kit/page.ts'
import { postDetails, PUBLISHED_AT, versionDetails, VERSION_ROW } from '#server/content/post/details.ts'
import { claimSlug } from '#server/content/post/slugs.ts'
import { lockSeen, peek, sayingOf } from '#server/content/post/standing.ts'
import { saveDraft } from '#server/content/post/store.ts'
import { compareVersions } from './compare.ts'

export const blogVersionRoutes = implement('blog-versions', blogVersions, {
  list: ({ tenant, params: { id }, query }) => versionList(tenant, id, query),

  one: async ({ tenant, params: { id, number } }) => ({ data: await versionDetails(tenant, id, number) }),

  async compare({ tenant, params: { id }, query: { from, to } }) {
    await peek(tenant, id)
    return { data: await compareVersions(tenant, await sayingOf(tenant, id, from), await sayingOf(tenant, id, to)) }
  },

  async restore({ tenant, caller, params: { id }, body: { number, version } }) {
    const post = await lockSeen(tenant, id, version)
    const saying = await sayingOf(tenant, id, number)
    if (saying.slug !== post.slug) await claimSlug(tenant, saying.slug, id, false)
    await saveDraft(tenant, post, saying, { kind: 'restore', by: caller.personId, from: number })
    return { data: await postDetails(tenant, caller, id) }
  },

  async note({ tenant, params: { id, number }, body: { note } }) {
    await peek(tenant, id)
    await tenant.db
      .updateTable('blog_versions')
      .set({ note })
      .where('company_id', '=', tenant.companyId)
      .where('post_id', '=', id)
      .where('number', '=', number)
      .execute()
    const { data } = await versionList(tenant, id, {}, number)
    if (!data[0]) throw new UserError(404, 'Version not found')
    return { data: data[0] }
  },
})

const versionList = async (
  tenant: Tenant,
  id: number,
  query: QueryOf<typeof blogVersions.list>,
  number: number | null = null,
) => {
  const { db, companyId } = tenant
  const { page, limit, offset } = pageBounds(query)
  const text = query.search?.trim()
  await peek(tenant, id)
  const matching = sql`v.company_id = ${companyId} and v.post_id = ${id} and (${number}::int is null or v.number = ${number})
    ${query.published ? sql`and ${PUBLISHED_AT} is not null` : sql``}
    ${query.kind ? sql`and v.kind = any (${query.kind}::text[])` : sql``}
    ${text ? sql`and fold(v.note || ' ' || v.title) like fold(${containing(text)})` : sql``}`
  const [{ rows: data }, { rows: counted }] = await Promise.all([
    sql<PostVersionRow>`
      select ${VERSION_ROW}, v.title, v.words
      from blog_versions v join blog_posts p on p.company_id = v.company_id and p.id = v.post_id
      where ${matching} order by v.number desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from blog_versions v where ${matching}`.execute(db),
  ])
  return { data, pagination: paginationOf(page, limit, counted[0]?.total ?? 0) }
}
