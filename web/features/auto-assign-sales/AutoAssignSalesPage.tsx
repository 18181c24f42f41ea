import type { AssignmentEntry } from '#contract/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/auto-assign-sales.ts'
import { AssignmentList } from '#web/domain/AssignmentList.tsx'
import { useAction } from '#web/kit/api.ts'
import { can } from '#web/kit/session.ts'
import { toast } from '#web/kit/toast.ts'
import { undoOf } from '#web/kit/undo.ts'

const { list, days, add, update, save, remove } = autoAssignSales

/** The sales people who get valid leads. */
export default function AutoAssignSalesPage() {
  const addRep = useAction(add, { done: ({ data }) => `${data.name} added`, refreshes: list })
  const changeRep = useAction(update, {
    optimistic: { list, rows: ({ body }) => [body.id], change: ({ body }) => body },
    refreshes: list,
  })
  const saveOne = useAction(save, { done: ({ data }) => `Settings of ${data.name} saved`, refreshes: list })
  const removeOne = useAction(remove, { refreshes: list })
  const takeOff = async ({ id, name }: AssignmentEntry) => {
    const reply = await removeOne({ body: { id } })
    if (reply) toast.done(`${name} removed`, { undo: undoOf(reply) })
  }
  return (
    <AssignmentList
      title="B2B Sales Rep Auto Assign"
      endpoint={list}
      days={days}
      role="sales rep"
      nobody={{
        title: 'No active rep: valid leads wait without a sales person',
        text: 'They are handed out, in order of arrival, once somebody on this list is available.',
      }}
      onAdd={can(add) ? (sid) => addRep.orThrow({ body: { sid } }) : undefined}
      onChange={can(update) ? ({ id }, change) => void changeRep({ body: { id, ...change } }) : undefined}
      onSave={can(save) ? (id, settings) => saveOne.orThrow({ params: { id }, body: settings }) : undefined}
      onRemove={can(remove) ? (entry) => void takeOff(entry) : undefined}
    />
  )
}
