import { Form } from 'antd'
import {
  CONTACT_COLUMN_NAMES,
  CONTACT_COLUMNS,
  contactExports,
  type ContactColumn,
} from '#contract/content/contact-exports.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import { prepared, type BulkArea, type FieldsProps } from '#web/platform/bulk/bulk-area.ts'
import { ColumnsField } from '#web/platform/exports/ColumnsField.tsx'
import { useHandlers } from './contact-filters.ts'

export type ContactAct = 'answered' | 'assign' | 'archived' | 'spam' | 'new' | 'export'

interface Values {
  staffId: number | undefined
  columns: readonly ContactColumn[]
}

const Fields = ({ act, values, onChange }: FieldsProps<ContactAct, Values>) => {
  if (act === 'assign') return <Handler value={values.staffId} onChange={(staffId) => onChange({ staffId })} />
  if (act === 'export')
    return (
      <ColumnsField
        labels={CONTACT_COLUMNS}
        names={CONTACT_COLUMN_NAMES}
        value={values.columns}
        onChange={(columns) => onChange({ columns })}
      />
    )
  return <p>A message is skipped, with the reason, if its status does not allow it.</p>
}

const Handler = ({ value, onChange }: { value: number | undefined; onChange: (id: number | undefined) => void }) => {
  const { found, onSearch, searching } = useHandlers()
  return (
    <Form.Item label="Person" htmlFor="bulk-person" required>
      <SearchSelect
        id="bulk-person"
        value={value}
        placeholder="Choose"
        options={(found?.assignable ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onSearch={onSearch}
        searching={searching}
        onChange={onChange}
      />
    </Form.Item>
  )
}

export const CONTACT_ACTS: BulkArea<ContactAct, Values> = {
  noun: { one: 'message', many: 'messages' },
  names: {
    answered: (messages) => `Mark ${messages} as answered`,
    assign: (messages) => `Assign ${messages}`,
    archived: (messages) => `Archive ${messages}`,
    spam: (messages) => `Mark ${messages} as spam`,
    new: (messages) => `Move ${messages} back`,
    export: (messages) => `Export ${messages}`,
  },
  loses: new Set(['spam']),
  empty: { staffId: undefined, columns: CONTACT_COLUMN_NAMES },
  words: [],
  Fields,
  prepare(act, selection, { staffId, columns }) {
    if (act === 'export')
      return columns.length === 0
        ? undefined
        : { run: () => callOnce(contactExports.begin, { body: { selection, columns: [...columns] } }) }
    if (act === 'assign')
      return staffId === undefined
        ? undefined
        : prepared(
            (dry) => callOnce(contactMessages.assignMany, { body: { selection, staffId, ...dry } }),
            String(staffId),
          )
    return prepared((dry) => callOnce(contactMessages.setStatusOfMany, { body: { selection, status: act, ...dry } }))
  },
}
