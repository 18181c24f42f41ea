import type { Lead } from '#contract/lead.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { leadEdits } from '#contract/lead-edits.ts'
import { refresh, sentenceOf, useAction } from '#web/kit/api.ts'
import { counted } from '#web/kit/format.ts'
import { toast } from '#web/kit/toast.ts'
import { LEAD_LISTS } from './lead-lists.ts'

/** Deletes leads at once and offers them back. What somebody has decided on since it was listed stays. */
export const useDeleteLeads = () => {
  const remove = useAction(leadEdits.remove)
  const restore = useAction(leadEdits.restore)

  const putBack = async (ids: readonly number[]) => {
    const answers = await Promise.all(ids.map((enquiryId) => restore({ body: { enquiryId } })))
    void refresh([...LEAD_LISTS, leadDetails.open, leadDetails.lead])
    const back = answers.filter((answer) => answer !== undefined)
    const [only] = back
    if (only) toast.done(back.length === 1 ? `${only.data.name} is back` : `${counted(back.length, 'lead')} are back`)
  }

  return async (rows: readonly Pick<Lead, 'id' | 'name' | 'version'>[]): Promise<boolean> => {
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
