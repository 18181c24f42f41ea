import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { AssignmentList } from '#web/leads/assignment/AssignmentList.tsx'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'

const { list, days, add, update, save, openWork, remove } = autoAssignSales

/** The sales people who get valid leads. */
export default function AutoAssignSalesPage() {
  const addRep = useAction(add, { done: ({ data }) => `${data.name} added`, refreshes: list })
  const changeRep = useAction(update, {
    optimistic: { list, rows: ({ body }) => [body.id], change: ({ body }) => body },
    refreshes: list,
  })
  const saveOne = useAction(save, { done: ({ data }) => `Settings of ${data.name} saved`, refreshes: list })
  const removeOne = useAction(remove, { refreshes: list })
  return (
    <AssignmentList
      title="B2B Sales Rep Auto Assign"
      endpoint={list}
      days={days}
      replay={assignmentReplay.sales}
      role="sales rep"
      nobody={{
        title: 'No active rep: valid leads wait without an owner',
        text: 'They are assigned in order of arrival once someone on this list is available.',
      }}
      onAdd={can(add) ? (sid) => addRep.orThrow({ body: { sid } }) : undefined}
      onChange={can(update) ? ({ id }, change) => void changeRep({ body: { id, ...change } }) : undefined}
      saving={save.permission}
      onSave={can(save) ? (id, settings) => saveOne.orThrow({ params: { id }, body: settings }) : undefined}
      taking={
        can(remove)
          ? {
              openWork,
              key: 'valid_leads_assign',
              remove: ({ id }, open_work) => removeOne.orThrow({ body: { id, open_work } }),
            }
          : undefined
      }
    />
  )
}
