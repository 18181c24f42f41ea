import { useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { directoryMerges, type DirectoryKind } from '#contract/directory/directory-merges.ts'
import { call, useAction } from '#web/kit/data/api.ts'
import { DIRECTORY_READS } from '#web/directory/directory-facts/directory-reads.ts'
import { newestMerge } from '#web/directory/directory-facts/MergedParts.tsx'
import { useUnmerge } from './use-unmerge.ts'

const { mergeContacts, mergeCompanies } = directoryMerges

export type MergeBody = BodyOf<typeof mergeContacts>

/** What a merge would make of them: asked again with each choice. */
export const useMergePlan = (kind: DirectoryKind, body: MergeBody) =>
  useQuery({
    queryKey: ['directory-merge', kind, body],
    queryFn: async () => {
      const dry = { body: { ...body, dryRun: true } }
      const { data } = kind === 'contact' ? await call(mergeContacts, dry) : await call(mergeCompanies, dry)
      return data.plan
    },
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })

/** Merges them; Undo on its message takes them apart again. */
export const useMerge = (kind: DirectoryKind, words: string, then: (winner: number) => void) => {
  const unmerge = useUnmerge()
  const takeApart = (merges: Parameters<typeof newestMerge>[0] | undefined) => {
    const merge = newestMerge(merges ?? [])
    return merge && (() => void unmerge({ body: { id: merge.id } }))
  }
  const options = { done: words, refreshes: DIRECTORY_READS }
  const contactsMerge = useAction(mergeContacts, {
    ...options,
    undo: ({ data }) => takeApart(data.contact?.merges),
    then: (_reply, { body }) => then(body.winner),
  })
  const companiesMerge = useAction(mergeCompanies, {
    ...options,
    undo: ({ data }) => takeApart(data.company?.merges),
    then: (_reply, { body }) => then(body.winner),
  })
  return kind === 'contact' ? contactsMerge : companiesMerge
}
