import { subscribers, type SubscriberRow } from '#contract/content/subscribers.ts'
import { call } from '#web/kit/data/api.ts'
import type { Selection } from '#web/kit/list/list.ts'
import { BulkDialog } from '#web/platform/bulk/BulkDialog.tsx'
import { SUBSCRIBER_ACTS, type SubscriberAct } from './subscriber-acts.tsx'

interface SubscriberBulkDialogProps {
  act: SubscriberAct
  selection: Selection<SubscriberRow>
  onClose: () => void
}

/** An act on the subscribers of the list: those that were selected, or all that its filter finds. */
export const SubscriberBulkDialog = ({ act, selection, onClose }: SubscriberBulkDialogProps) => (
  <BulkDialog
    area={SUBSCRIBER_ACTS}
    act={act}
    count={selection.all?.count ?? selection.rows.length}
    select={() => call(subscribers.select, { body: chosen(selection) })}
    onClose={onClose}
    onBegun={selection.clear}
  />
)

const chosen = ({ rows, all }: Selection<SubscriberRow>) => {
  if (!all) return { ids: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}
