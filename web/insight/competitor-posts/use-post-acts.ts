import { competitorPosts, type CompetitorPostRow } from '#contract/insight/competitor-posts.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { POST_READS } from '#web/insight/frame/insight-reads.ts'

type Marked = Pick<CompetitorPostRow, 'id'>
type Mark = Pick<BodyOf<typeof competitorPosts.mark>, 'read' | 'saved'>

const { hide: hideCall, join: joinCall, mark: markCall, split: splitCall } = competitorPosts

/** What a person does to posts. Marks are their own, so the inverse call is their undo. */
export const usePostActs = () => {
  const takeBack = useAction(markCall, { refreshes: POST_READS, undo: false })
  const options = {
    refreshes: POST_READS,
    optimistic: {
      list: competitorPosts.list,
      rows: ({ body }: { body: BodyOf<typeof markCall> }) => body.ids ?? [],
      change: ({ body: { read, saved } }: { body: BodyOf<typeof markCall> }) => ({
        ...(read !== undefined && { read }),
        ...(saved !== undefined && { saved }),
      }),
    },
  }
  const markQuietly = useAction(markCall, options)
  const mark = useAction(markCall, {
    ...options,
    done: ({ data: { changed } }, { body }) => markedWords(changed.length, body),
    undo: ({ data: { changed } }, { body }) =>
      changed.length === 0 ? undefined : () => void takeBack({ body: { ids: changed, ...inverse(body) } }),
  })
  const unhide = useAction(hideCall, { done: 'Showed the post again', refreshes: POST_READS, undo: false })
  const hide = useAction(hideCall, {
    done: 'Hid the post for everybody',
    refreshes: POST_READS,
    undo:
      (_, { body: { id } }) =>
      () =>
        void unhide({ body: { id, hidden: false } }),
  })
  const splitAgain = useAction(splitCall, { done: 'Split the posts', refreshes: POST_READS, undo: false })
  const join = useAction(joinCall, {
    done: (_, { body: { ids } }) => `Joined ${counted(ids.length, 'post')}`,
    refreshes: POST_READS,
    undo: (_, { body: { ids } }) => {
      const [, second] = ids
      return ids.length === 2 && second !== undefined ? () => void splitAgain({ body: { id: second } }) : undefined
    },
  })
  const split = useAction(splitCall, { done: 'Split the post off', refreshes: POST_READS, undo: false })

  return {
    setRead: (posts: readonly Marked[], read: boolean) => void mark({ body: { ids: idsOf(posts), read } }),
    setSaved: (posts: readonly Marked[], saved: boolean) => void mark({ body: { ids: idsOf(posts), saved } }),
    /** Opening a post reads it: no message says so. */
    readQuietly: (id: number) => void markQuietly({ body: { ids: [id], read: true } }),
    hide: (id: number, follow?: () => void) => void hide({ body: { id, hidden: true } }, follow),
    unhide: (id: number) => void unhide({ body: { id, hidden: false } }),
    join: (ids: readonly number[], follow?: () => void) => void join({ body: { ids: [...ids] } }, follow),
    split: (id: number) => void split({ body: { id } }),
  }
}
export type PostActs = ReturnType<typeof usePostActs>

const idsOf = (posts: readonly Marked[]) => posts.map(({ id }) => id)

const inverse = ({ read, saved }: Mark): Mark => ({
  ...(read !== undefined && { read: !read }),
  ...(saved !== undefined && { saved: !saved }),
})

const markedWords = (count: number, { read, saved }: Mark) => {
  const posts = counted(count, 'post')
  if (saved !== undefined) return saved ? `Saved ${posts}` : `Removed ${posts} from saved`
  return read === true ? `Marked ${posts} as read` : `Marked ${posts} as unread`
}
