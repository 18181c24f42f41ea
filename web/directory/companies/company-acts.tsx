import { Form, Select } from 'antd'
import { companies, COMPANY_ROLES, type CompanyRole } from '#contract/directory/companies.ts'
import {
  DIRECTORY_COMPANY_COLUMN_NAMES,
  DIRECTORY_COMPANY_COLUMNS,
  directoryCompanyExports,
  type DirectoryCompanyColumn,
} from '#contract/directory/directory-exports.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { ROLE_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { TagChangeFields, type TagChange } from '#web/directory/directory-facts/TagChangeFields.tsx'
import { prepared, type BulkArea, type FieldsProps } from '#web/platform/bulk/bulk-area.ts'
import { ColumnsField } from '#web/platform/exports/ColumnsField.tsx'

export type CompanyAct = 'tag' | 'role' | 'export' | 'delete'

interface Values extends TagChange {
  roles: readonly CompanyRole[]
  noRoles: readonly CompanyRole[]
  columns: readonly DirectoryCompanyColumn[]
}

const ROLES = COMPANY_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))

const Fields = ({ act, values, onChange }: FieldsProps<CompanyAct, Values>) => {
  if (act === 'export')
    return (
      <ColumnsField
        labels={DIRECTORY_COMPANY_COLUMNS}
        names={DIRECTORY_COMPANY_COLUMN_NAMES}
        value={values.columns}
        onChange={(columns) => onChange({ columns })}
      />
    )
  if (act === 'delete')
    return (
      <p className="dialog-note">
        They leave the list. A later enquiry from them brings them back, and you can undo this.
      </p>
    )
  if (act === 'tag') return <TagChangeFields values={values} onChange={onChange} />
  return (
    <>
      <Form.Item label="Add" htmlFor="bulk-roles">
        <Select
          id="bulk-roles"
          mode="multiple"
          options={ROLES}
          value={[...values.roles]}
          onChange={(roles) => onChange({ roles })}
        />
      </Form.Item>
      <Form.Item label="Take away" htmlFor="bulk-no-roles">
        <Select
          id="bulk-no-roles"
          mode="multiple"
          options={ROLES}
          value={[...values.noRoles]}
          onChange={(noRoles) => onChange({ noRoles })}
        />
      </Form.Item>
    </>
  )
}

/** The acts on many companies. */
export const COMPANY_ACTS: BulkArea<CompanyAct, Values> = {
  noun: { one: 'company', many: 'companies' },
  names: {
    tag: (rows) => `Tag ${rows}`,
    role: (rows) => `Change the roles of ${rows}`,
    export: (rows) => `Export ${rows}`,
    delete: (rows) => `Delete ${rows}`,
  },
  loses: new Set(['delete']),
  empty: { add: [], remove: [], roles: [], noRoles: [], columns: DIRECTORY_COMPANY_COLUMN_NAMES },
  words: [],
  Fields,
  prepare(act, selection, { add, remove, roles, noRoles, columns }) {
    if (act === 'export')
      return columns.length === 0
        ? undefined
        : { run: () => callOnce(directoryCompanyExports.begin, { body: { selection, columns: [...columns] } }) }
    if (act === 'delete') return prepared((dry) => callOnce(companies.removeMany, { body: { selection, ...dry } }))
    if (act === 'role')
      return roles.length + noRoles.length === 0
        ? undefined
        : prepared(
            (dry) =>
              callOnce(companies.roleMany, { body: { selection, add: [...roles], remove: [...noRoles], ...dry } }),
            JSON.stringify([roles, noRoles]),
          )
    if (add.length + remove.length === 0) return undefined
    return prepared(
      (dry) => callOnce(companies.tagMany, { body: { selection, add: [...add], remove: [...remove], ...dry } }),
      JSON.stringify([add, remove]),
    )
  },
}
