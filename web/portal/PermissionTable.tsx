import { CheckCircleFilled, RightOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import type { Ref } from 'react'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import type { Person } from '#contract/portal/access.ts'
import { State } from '#web/kit/list/ListStates.tsx'
import { whyNotChange } from './may-change.ts'
import {
  differs,
  differsFromOther,
  differsFromSet,
  type Block,
  type GrantRow,
  type ScreenRows,
} from './permission-edits.ts'
import type { Base } from './use-permission-edits.ts'

type Switch = (keys: readonly PermissionKey[], granted: boolean) => void

interface PermissionTableProps {
  ref: Ref<HTMLDivElement>
  person: Person
  setName: Base
  other: Person | undefined
  blocks: readonly Block[]
  onSwitch: Switch
  /** Unfolds screens. */
  onOpen: (screens: readonly string[]) => void
  onShowAll: () => void
}

/** Every permission in a row, beside the set and the other person. */
export const PermissionTable = ({ ref, blocks, onOpen, onShowAll, ...shared }: PermissionTableProps) => {
  const { person, setName, other } = shared
  const columns = 2 + (setName === undefined ? 0 : 1) + (other ? 1 : 0)
  return (
    <div className="grants-scroll" ref={ref}>
      {blocks.length === 0 ? (
        <State
          icon={<SearchOutlined aria-hidden />}
          title="No permissions match"
          actions={<Button onClick={onShowAll}>Show all permissions</Button>}
        >
          Search by words, by key or by screen.
        </State>
      ) : (
        <table className="grants-table">
          <caption className="sr-only">Permissions of {person.name}, by screen</caption>
          <thead>
            <tr>
              <th scope="col">{person.name}</th>
              <th scope="col" className="grants-key">
                Key
              </th>
              {setName !== undefined && (
                <th scope="col" className="grants-mark">
                  {setName === 'None' ? 'No set' : setName}
                </th>
              )}
              {other && (
                <th scope="col" className="grants-mark">
                  {other.name}
                </th>
              )}
            </tr>
          </thead>
          {blocks.map((block) =>
            block.kind === 'screen' ? (
              <ScreenBody key={block.screen.screen} {...block} columns={columns} {...shared} />
            ) : (
              <tbody key={block.screens[0]}>
                <tr className="grants-folded">
                  <td colSpan={columns}>
                    <button type="button" aria-expanded={false} onClick={() => onOpen(block.screens)}>
                      <RightOutlined aria-hidden />
                      <span className="cut">{block.screens.join(', ')}</span>
                      <span className="grants-of">0 of {block.total}</span>
                    </button>
                  </td>
                </tr>
              </tbody>
            ),
          )}
        </table>
      )}
    </div>
  )
}

interface ScreenBodyProps extends Pick<PermissionTableProps, 'person' | 'setName' | 'other' | 'onSwitch'> {
  screen: ScreenRows
  rows: readonly GrantRow[]
  columns: number
}

const ScreenBody = ({ screen: { screen, granted, rows: all }, rows, columns, ...shared }: ScreenBodyProps) => {
  const { person, onSwitch } = shared
  return (
    <tbody>
      <tr className="grants-group" data-screen={screen}>
        <th scope="rowgroup" colSpan={columns}>
          <Checkbox
            checked={granted === all.length}
            indeterminate={granted > 0 && granted < all.length}
            disabled={all.every(({ key }) => whyNotChange(person, key) !== undefined)}
            onChange={({ target }) =>
              onSwitch(
                all.map(({ key }) => key),
                target.checked,
              )
            }
          >
            {screen}
          </Checkbox>
          <span className="grants-of">
            {granted} of {all.length}
          </span>
        </th>
      </tr>
      {rows.map((row) => (
        <PermissionRow key={row.key} row={row} {...shared} />
      ))}
    </tbody>
  )
}

type RowProps = Pick<PermissionTableProps, 'person' | 'setName' | 'other' | 'onSwitch'> & { row: GrantRow }

const PermissionRow = ({ row, person, setName, other, onSwitch }: RowProps) => {
  const { key, granted, isUnsaved, inSet, hasOther } = row
  const whyNot = whyNotChange(person, key)
  const isOff = differsFromSet(row)
  return (
    <tr
      data-permission={key}
      {...(differs(row) && { 'data-differs': '' })}
      className={isOff ? 'grants-off' : undefined}
    >
      <td>
        <span className="grants-name">
          <Checkbox
            checked={granted}
            disabled={whyNot !== undefined}
            onChange={({ target }) => onSwitch([key], target.checked)}
          >
            {permissionLabel(key)}
            {whyNot !== undefined && <span className="sr-only">. {whyNot}</span>}
          </Checkbox>
          {isOff && <span className="grants-tag">{granted ? `Not in ${setName}` : `In ${setName}`}</span>}
          {isUnsaved && <span className="grants-tag">Not saved</span>}
          {whyNot !== undefined && (
            <span className="grants-why cut" aria-hidden title={whyNot}>
              {whyNot}
            </span>
          )}
        </span>
      </td>
      <td className="grants-key">
        <code>{key}</code>
      </td>
      {inSet !== undefined && <Mark has={inSet} />}
      {other && hasOther !== undefined && <Mark has={hasOther} isOff={differsFromOther(row)} />}
    </tr>
  )
}

const Mark = ({ has, isOff = false }: { has: boolean; isOff?: boolean }) => (
  <td className={isOff ? 'grants-mark grants-other' : 'grants-mark'}>
    {has ? <CheckCircleFilled aria-hidden /> : <span aria-hidden>–</span>}
    <span className="sr-only">{has ? 'Granted' : 'Not granted'}</span>
  </td>
)
