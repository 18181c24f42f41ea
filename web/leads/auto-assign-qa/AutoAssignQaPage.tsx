import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { AssignmentList } from '#web/leads/assignment/AssignmentList.tsx'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'

const { list, days, add, setStatus, save, openWork, remove } = autoAssignQa

/** The people who check new leads. */
export default function AutoAssignQaPage() {
  const addQa = useAction(add, { done: ({ data }) => `${data.name} added`, refreshes: list })
  const changeQa = useAction(setStatus, {
    optimistic: { list, rows: ({ params }) => [params.id], change: ({ body }) => body },
    refreshes: list,
  })
  const saveOne = useAction(save, { done: ({ data }) => `Settings of ${data.name} saved`, refreshes: list })
  const removeOne = useAction(remove, { refreshes: list })
  return (
    <AssignmentList
      title="Assign QA"
      endpoint={list}
      days={days}
      replay={assignmentReplay.qa}
      role="QA"
      nobody={{
        title: 'No active QA',
        text: 'New leads wait in order of arrival until someone on this list is available.',
      }}
      onAdd={can(add) ? (sid) => addQa.orThrow({ body: { sid } }) : undefined}
      onChange={can(setStatus) ? ({ id }, body) => void changeQa({ params: { id }, body }) : undefined}
      saving={save.permission}
      onSave={can(save) ? (id, settings) => saveOne.orThrow({ params: { id }, body: settings }) : undefined}
      taking={
        can(remove)
          ? {
              openWork,
              key: 'marketing_leads_reassign',
              remove: ({ id }, open_work) => removeOne.orThrow({ params: { id }, query: { open_work } }),
            }
          : undefined
      }
    />
  )
}
