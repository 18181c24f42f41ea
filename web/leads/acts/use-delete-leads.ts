import type { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { mayBeSentAgain, refresh, sentenceOf, useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'

/** Deletes leads at once and offers them back. What somebody has decided on since it was listed stays. */
export const useDeleteLeads = () => {
  const remove = useAction(leadEdits.remove)
  const restore = useAction(leadEdits.restore)

  /** One message for all of them, with one Retry for those that may still come back. */
  const putBack = async (ids: readonly number[]) => {
    const answers = await Promise.all(
      ids.map((id) =>
        restore.orThrow({ body: { enquiryId: id } }).then(
          ({ data }) => ({ id, name: data.name }),
          (failure: unknown) => ({ id, failure }),
        ),
      ),
    )
    void refresh([...LEAD_LISTS, leadDetails.open, leadDetails.lead])
    const back = answers.flatMap((answer) => ('name' in answer ? [answer.name] : []))
    const left = answers.flatMap((answer) => ('failure' in answer ? [answer] : []))
    if (back.length > 0)
      toast.done(back.length === 1 ? `Restored ${back[0]}` : `Restored ${counted(back.length, 'lead')}`)
    const again = left.filter(({ failure }) => mayBeSentAgain(failure)).map(({ id }) => id)
    if (left[0])
      toast.failed(
        `${ids.length === 1 ? '' : `${counted(left.length, 'lead')} not restored. `}${sentenceOf(left[0].failure, leadEdits.restore.failure)}`,
        { retry: again.length > 0 ? () => void putBack(again) : undefined },
      )
  }

  return async (rows: readonly Pick<LeadRow, 'id' | 'name' | 'version'>[]): Promise<boolean> => {
    const deleted: number[] = []
    let refusal: unknown
    for (const { id, version } of rows)
      try {
        await remove.orThrow({ body: { enquiryId: id, version } })
        deleted.push(id)
      } catch (failure) {
        refusal = failure
      }
    void refresh(LEAD_LISTS)
    const [only] = rows
    const what = rows.length === 1 && only ? only.name : counted(deleted.length, 'lead')
    if (deleted.length > 0) toast.done(`${what} deleted`, { undo: () => void putBack(deleted) })
    if (refusal) {
      const left = rows.length - deleted.length
      toast.failed(
        `${rows.length === 1 ? '' : `${counted(left, 'lead')} not deleted. `}${sentenceOf(refusal, leadEdits.remove.failure)}`,
      )
    }
    return deleted.length > 0
  }
}
