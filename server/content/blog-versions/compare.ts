import type { Comparison } from '#contract/content/post.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { comparedBlocks } from '#server/content/post/text.ts'
import { fieldChanges } from '#server/content/post/words.ts'
import type { Saying } from '#server/content/post/saying.ts'

export const compareVersions = async (tenant: Tenant, from: Saying, to: Saying): Promise<Comparison> => ({
  fields: await fieldChanges(tenant, from, to),
  blocks: comparedBlocks(from.document, to.document),
})
