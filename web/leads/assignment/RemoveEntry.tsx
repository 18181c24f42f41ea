import { Button, Form, Radio } from 'antd'
import type { AssignmentEntry, autoAssignQa, Held, OpenWork, Removed } from '#contract/leads/auto-assign-qa.ts'
import type { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { counted } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { WhyNot } from '#web/kit/feedback/WhyNot.tsx'
import { showJobs } from '#web/platform/jobs/job-panel.ts'
import { ReplayAsk, type ReplayEndpoint } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { ReplayOutcome } from '#web/leads/assignment-replay/ReplayOutcome.tsx'

export interface Taking {
  /** How much open work a person of the list holds. */
  openWork: typeof autoAssignQa.openWork | typeof autoAssignSales.openWork
  /** What it takes to give it to others. */
  key: PermissionKey
  /** Throws to keep the dialog open. */
  remove: (entry: AssignmentEntry, openWork: OpenWork) => Promise<Removed>
}

interface RemoveEntryProps {
  entry: AssignmentEntry
  taking: Taking
  replay: ReplayEndpoint
  onClose: () => void
}

/** Takes a person off a list, once it is said what becomes of the leads that they hold. */
export const RemoveEntry = ({ entry, taking, replay, onClose }: RemoveEntryProps) => {
  const { name } = entry
  const { data, error, refetch } = useOne(taking.openWork, { params: { id: entry.id } })
  const held = data?.data
  return (
    <FormModal<{ open_work?: OpenWork }>
      open
      danger
      title={`Remove ${name}`}
      button="Remove"
      initialValues={{ open_work: 'keep' }}
      onClose={onClose}
      onSave={async ({ open_work = 'keep' }) => tellRemoved(name, await taking.remove(entry, open_work))}
    >
      {error && (
        <Notice
          kind="error"
          title="Their open leads were not counted"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, taking.openWork.failure)}
        </Notice>
      )}
      <p className="dialog-note" role="status" aria-busy={!held && !error}>
        {held ? heldWords(name, held.open) : `${name} gets no more leads from this list.`}
      </p>
      {held && held.open > 0 && (
        <Form.Item name="open_work" label="Their open work" required extra={<Outlook need={taking.key} held={held} />}>
          <Radio.Group
            vertical
            options={[
              { value: 'keep', label: 'Leave it with them' },
              { value: 'redistribute', label: 'Redistribute now', disabled: !can(taking.key) },
            ]}
          />
        </Form.Item>
      )}
      <ReplayAsk
        label="Show the last 30 days without them"
        title={`The last 30 days without ${name}`}
        endpoint={replay}
        propose={() => ({ body: { remove: { id: entry.id } } })}
      >
        {({ data: outcome }) => <ReplayOutcome replay={outcome} />}
      </ReplayAsk>
    </FormModal>
  )
}

const heldWords = (name: string, open: number) =>
  open === 0
    ? `${name} has no open leads and gets no more from this list.`
    : `${name} has ${counted(open, 'open lead')} and gets no more from this list.`

const Outlook = ({ need, held: { able } }: { need: PermissionKey; held: Held }) => {
  if (!can(need))
    return (
      <>
        You can leave it with them but not redistribute it. <WhyNot need={need} />
      </>
    )
  if (able === 0) return 'Nobody else on the list can take leads now, so they would wait.'
  return `${counted(able, 'other person', 'other people')} can take leads now. Leads left over will wait.`
}

const tellRemoved = (name: string, reply: Removed) => {
  if (reply.data?.job) showJobs()
  toast.done([`${name} removed`, ...outcomeOf(reply.data)].join(': '), { undo: undoOf(reply) })
}

const outcomeOf = (data: Removed['data']) => {
  if (!data) return []
  if (data.job !== null) return ['their leads are being redistributed']
  const { given, waiting, kept } = data
  const parts = [
    `${counted(given, 'lead')} went to others`,
    ...(waiting ? [`${counted(waiting, 'lead')} ${waiting === 1 ? 'waits' : 'wait'}`] : []),
    ...(kept ? [`${counted(kept, 'lead')} on hold ${kept === 1 ? 'stays' : 'stay'}`] : []),
  ]
  return [parts.join(', ')]
}
