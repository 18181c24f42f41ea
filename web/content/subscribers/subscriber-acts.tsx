import { Form, Input } from 'antd'
import { SUBSCRIBER_EXPORT_COLUMNS, SUBSCRIBER_EXPORT_NAMES } from '#contract/content/subscriber-exports.ts'
import { subscriberExports, type SubscriberExportColumn } from '#contract/content/subscriber-exports.ts'
import { SUBSCRIBER_LIMITS, subscribers } from '#contract/content/subscribers.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { prepared, type BulkArea, type FieldsProps } from '#web/platform/bulk/bulk-area.ts'
import { ColumnsField } from '#web/platform/exports/ColumnsField.tsx'

export type SubscriberAct = 'unsubscribe' | 'block' | 'erase' | 'export'

interface Values {
  reason: string
  columns: readonly SubscriberExportColumn[]
}

const TEXTS: Readonly<Record<Exclude<SubscriberAct, 'export'>, string>> = {
  unsubscribe:
    'They get no more mails, not even of a mailing that is running. Only they can subscribe again: you can’t undo this.',
  block: 'They get no mails, and no form or import brings them back until you unblock them.',
  erase:
    'Email, name, note and history are erased for good. Digests of the addresses stay, so that no import brings them back. You can’t undo this.',
}

const Fields = ({ act, values, onChange }: FieldsProps<SubscriberAct, Values>) => {
  if (act === 'export')
    return (
      <ColumnsField
        labels={SUBSCRIBER_EXPORT_COLUMNS}
        names={SUBSCRIBER_EXPORT_NAMES}
        value={values.columns}
        onChange={(columns) => onChange({ columns })}
      />
    )
  return (
    <>
      <p className="dialog-note">{TEXTS[act]}</p>
      {act !== 'erase' && (
        <Form.Item label="Reason" htmlFor="bulk-reason" required={act === 'block'}>
          <Input
            autoFocus
            id="bulk-reason"
            autoComplete="off"
            maxLength={SUBSCRIBER_LIMITS.reason}
            value={values.reason}
            onChange={({ target }) => onChange({ reason: target.value })}
          />
        </Form.Item>
      )}
    </>
  )
}

/** The acts on many subscribers. */
export const SUBSCRIBER_ACTS: BulkArea<SubscriberAct, Values> = {
  noun: { one: 'subscriber', many: 'subscribers' },
  names: {
    unsubscribe: (people) => `Unsubscribe ${people}`,
    block: (people) => `Block ${people}`,
    erase: (people) => `Erase ${people}`,
    export: (people) => `Export ${people}`,
  },
  loses: new Set(['unsubscribe', 'block', 'erase']),
  empty: { reason: '', columns: SUBSCRIBER_EXPORT_NAMES },
  words: ['reason'],
  Fields,
  prepare(act, selection, { reason, columns }) {
    const why = reason.trim()
    switch (act) {
      case 'unsubscribe':
        return prepared((dry) =>
          callOnce(subscribers.setStatusMany, {
            body: { selection, status: 'unsubscribed', ...(why !== '' && { reason: why }), ...dry },
          }),
        )
      case 'block':
        return why === ''
          ? undefined
          : prepared((dry) =>
              callOnce(subscribers.setStatusMany, { body: { selection, status: 'blocked', reason: why, ...dry } }),
            )
      case 'erase':
        return prepared((dry) => callOnce(subscribers.eraseMany, { body: { selection, ...dry } }))
      case 'export':
        return columns.length > 0
          ? { run: () => callOnce(subscriberExports.begin, { body: { selection, columns: [...columns] } }) }
          : undefined
    }
  },
}
