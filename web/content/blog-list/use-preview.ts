import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'

/** Opens a post beside the list as readers would see its draft, by a link that works for a day; undefined for people who may not make one. */
export const usePreview = () => {
  const make = useAction(blogPublishing.addPreview)
  if (!can(blogPublishing.addPreview)) return undefined
  return async (id: number) => {
    const made = await make({ body: { post_id: id, days: 1 } })
    if (made) open(made.data.link, '_blank', 'noopener')
  }
}
