import { Form, Input } from 'antd'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { prepared, type BulkArea } from '#web/platform/bulk/bulk-area.ts'

export type VendorAct = 'approve' | 'reject'

interface Values {
  reason: string
}

export const VENDOR_ACTS: BulkArea<VendorAct, Values> = {
  noun: { one: 'vendor request', many: 'vendor requests' },
  names: {
    approve: (requests) => `Approve ${requests}`,
    reject: (requests) => `Reject ${requests}`,
  },
  loses: new Set(['reject']),
  empty: { reason: '' },
  words: ['reason'],
  Fields: ({ act, values, onChange }) =>
    act === 'approve' ? (
      <p>A request is skipped, with the reason, if its product has changed since.</p>
    ) : (
      <Form.Item label="Reason" htmlFor="bulk-reason" required>
        <Input.TextArea
          id="bulk-reason"
          rows={3}
          maxLength={2_000}
          value={values.reason}
          onChange={({ target }) => onChange({ reason: target.value })}
        />
      </Form.Item>
    ),
  prepare(act, selection, { reason }) {
    if (act === 'approve')
      return prepared((dry) => callOnce(vendorUpdates.decideMany, { body: { selection, status: 'approved', ...dry } }))
    const why = reason.trim()
    return why === ''
      ? undefined
      : prepared((dry) =>
          callOnce(vendorUpdates.decideMany, { body: { selection, status: 'rejected', reason: why, ...dry } }),
        )
  },
}
