import { contacts } from '#contract/directory/contacts.ts'
import {
  DIRECTORY_CONTACT_COLUMN_NAMES,
  DIRECTORY_CONTACT_COLUMNS,
  directoryExports,
  type DirectoryContactColumn,
} from '#contract/directory/directory-exports.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { TagChangeFields, type TagChange } from '#web/directory/directory-facts/TagChangeFields.tsx'
import { prepared, type BulkArea, type FieldsProps } from '#web/platform/bulk/bulk-area.ts'
import { ColumnsField } from '#web/platform/exports/ColumnsField.tsx'

export type ContactAct = 'tag' | 'export' | 'delete'

interface Values extends TagChange {
  columns: readonly DirectoryContactColumn[]
}

const Fields = ({ act, values, onChange }: FieldsProps<ContactAct, Values>) => {
  if (act === 'export')
    return (
      <ColumnsField
        labels={DIRECTORY_CONTACT_COLUMNS}
        names={DIRECTORY_CONTACT_COLUMN_NAMES}
        value={values.columns}
        onChange={(columns) => onChange({ columns })}
      />
    )
  if (act === 'delete')
    return (
      <p className="dialog-note">
        They leave the list. A later enquiry of theirs brings them back, and you can undo this.
      </p>
    )
  return <TagChangeFields values={values} onChange={onChange} />
}

/** The acts on many contacts. */
export const CONTACT_ACTS: BulkArea<ContactAct, Values> = {
  noun: { one: 'contact', many: 'contacts' },
  names: {
    tag: (people) => `Tag ${people}`,
    export: (people) => `Export ${people}`,
    delete: (people) => `Delete ${people}`,
  },
  loses: new Set(['delete']),
  empty: { add: [], remove: [], columns: DIRECTORY_CONTACT_COLUMN_NAMES },
  words: [],
  Fields,
  prepare(act, selection, { add, remove, columns }) {
    if (act === 'export')
      return columns.length === 0
        ? undefined
        : { run: () => callOnce(directoryExports.begin, { body: { selection, columns: [...columns] } }) }
    if (act === 'delete') return prepared((dry) => callOnce(contacts.removeMany, { body: { selection, ...dry } }))
    if (add.length + remove.length === 0) return undefined
    return prepared(
      (dry) => callOnce(contacts.tagMany, { body: { selection, add: [...add], remove: [...remove], ...dry } }),
      JSON.stringify([add, remove]),
    )
  },
}
