import type { VendorUpdateRow } from '#contract/catalogue/vendor-updates.ts'
import type { Card, Column } from '#web/kit/list/list.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { UpdateTag } from './vendor-words.tsx'

const Changes = ({ changes, fields }: Pick<VendorUpdateRow, 'changes' | 'fields'>) => {
  const [first] = changes
  if (!first) return <EmptyValue />
  const more = fields - 1
  return (
    <TwoLines
      first={
        <>
          <span className="second">{first.old_text ?? '–'}</span> → {first.new_text ?? '–'}
        </>
      }
      second={`${first.label}${more > 0 ? ` and ${counted(more, 'more', 'more')}` : ''}${
        changes.some(({ changed_since }) => changed_since) ? ' · changed since' : ''
      }`}
    />
  )
}

export const VENDOR_COLUMNS: readonly Column<VendorUpdateRow>[] = [
  {
    key: 'record',
    title: 'Record',
    width: 260,
    priority: 0,
    sort: 'record',
    render: ({ record }) => <TwoLines first={record.name} second={record.code} />,
    card: 'title',
  },
  { key: 'vendor', title: 'Vendor', width: 160, priority: 1, sort: 'vendor', render: ({ vendor }) => vendor.name },
  { key: 'changes', title: 'Old → new', width: 240, priority: 2, render: (row) => <Changes {...row} /> },
  {
    key: 'fields',
    title: 'Fields',
    width: 80,
    priority: 5,
    align: 'right',
    sort: 'fields',
    render: ({ fields, open_fields }) =>
      open_fields && open_fields < fields
        ? `${formats().number(open_fields)} of ${formats().number(fields)} open`
        : formats().number(fields),
  },
  {
    key: 'requestedOn',
    title: 'Requested',
    width: 120,
    priority: 3,
    sort: 'requestedOn',
    firstOrder: 'desc',
    render: ({ requestedOn }) => <When at={requestedOn} />,
  },
  { key: 'status', title: 'Status', width: 150, priority: 1, sort: 'status', render: (row) => <UpdateTag {...row} /> },
  {
    key: 'reviewer',
    title: 'Reviewer',
    width: 130,
    priority: 6,
    render: ({ reviewer }) => reviewer?.name ?? <EmptyValue />,
  },
  {
    key: 'decidedOn',
    title: 'Decided',
    width: 120,
    priority: 7,
    sort: 'decidedOn',
    firstOrder: 'desc',
    render: ({ decidedOn }) => <When at={decidedOn} />,
  },
  {
    key: 'reason',
    title: 'Reason',
    width: 220,
    priority: 8,
    optional: true,
    render: ({ reason }) => reason ?? <EmptyValue />,
  },
]

export const vendorCard = ({ record, vendor, changes, fields, requestedOn, status }: VendorUpdateRow): Card => ({
  title: record.name,
  corner: <UpdateTag status={status} />,
  lines: [`${vendor.name} · ${record.code}`, <Changes key="changes" changes={changes} fields={fields} />],
  end: <When at={requestedOn} />,
})
