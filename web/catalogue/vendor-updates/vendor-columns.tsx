import type { VendorUpdateRow } from '#contract/catalogue/vendor-updates.ts'
import type { Card, Column } from '#web/kit/list/list.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { diffTexts } from './text-diff.ts'
import { UpdateTag } from './vendor-words.tsx'

/** Of a longer text only what is new: its beginning is as a rule what it was. */
const Change = ({ old_text, new_text }: VendorUpdateRow['changes'][number]) => {
  if (old_text === null || new_text === null || old_text.length < LONG)
    return (
      <>
        <span className="second">{old_text ?? '–'}</span> → {new_text ?? '–'}
      </>
    )
  const added = diffTexts(old_text, new_text).flatMap(({ text, kind }) => (kind === 'added' ? text.trim() : []))
  return added.join('').length > 0 ? `+ ${added.join(' … ')}` : new_text
}
const LONG = 24

const Changes = ({ changes, fields }: Pick<VendorUpdateRow, 'changes' | 'fields'>) => {
  const [first] = changes
  if (!first) return <EmptyValue />
  const more = fields - 1
  return (
    <TwoLines
      first={<Change {...first} />}
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
  { key: 'status', title: 'Status', width: 164, priority: 1, sort: 'status', render: (row) => <UpdateTag {...row} /> },
  {
    key: 'reviewer',
    title: 'Reviewer',
    width: 130,
    priority: 6,
    render: ({ reviewer }) => <TwoLines first={reviewer?.name} />,
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
