import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { differenceFrom, differenceInWords, PERMISSION_SET_NAMES } from '#contract/platform/permission-sets.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import { access, type Person } from '#contract/portal/access.ts'
import { useList } from '#web/kit/data/api.ts'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import { useSought } from '#web/kit/form/use-sought.ts'
import { whyNotChange } from './may-change.ts'
import { keysOfBase, type usePermissionEdits } from './use-permission-edits.ts'

interface PermissionSetsProps {
  person: Person
  draft: ReturnType<typeof usePermissionEdits>
  other: Person | undefined
  onCompare: (id: string | undefined) => void
  onDifferences: () => void
}

/** The ready-made set that the person is measured by, what differs from it, and whom they are compared with. */
export const PermissionSets = ({ person, draft, other, onCompare, onDifferences }: PermissionSetsProps) => (
  <div className="grants-sets">
    <div className="grants-set">
      <span className="grants-label">Ready-made set</span>
      <div className="grants-line">
        <Select
          aria-label="Ready-made set"
          className="grants-choice"
          value={draft.base}
          placeholder="Custom"
          options={SETS}
          // Also for the one that is chosen: it puts everything back to it.
          onSelect={(base) => base && draft.apply(base)}
        />
        <Differences person={person} draft={draft} onMore={onDifferences} />
      </div>
    </div>
    <div className="grants-compare">
      <span className="grants-label">Compare with</span>
      <div className="grants-line">
        <Compare person={person} other={other} onCompare={onCompare} />
        {other && <OnlyOne person={person} keys={draft.keys} other={other} />}
      </div>
    </div>
  </div>
)

const SETS = [
  ...PERMISSION_SET_NAMES.map((value) => ({ value, label: value })),
  { value: 'None' as const, label: 'No permissions' },
]

const MOST_CHIPS = 3

/** “plus 2”, with a chip for each of them that takes the difference back. */
const Differences = ({
  person,
  draft,
  onMore,
}: Pick<PermissionSetsProps, 'person' | 'draft'> & { onMore: () => void }) => {
  const set = keysOfBase(draft.base)
  if (set === undefined || draft.base === 'None') return null
  const difference = differenceFrom(set, draft.keys)
  const words = differenceInWords(difference)
  if (words === '') return <span className="grants-difference">no difference</span>
  const chips = [
    ...difference.extra.map((key) => ({ key, granted: true })),
    ...difference.missing.map((key) => ({ key, granted: false })),
  ]
  return (
    <>
      <strong className="grants-difference">{words}</strong>
      {chips.slice(0, MOST_CHIPS).map(({ key, granted }) => (
        <button
          key={key}
          type="button"
          className={granted ? 'grants-chip' : 'grants-chip grants-lacks'}
          disabled={whyNotChange(person, key) !== undefined}
          aria-label={`${granted ? 'Remove' : 'Grant'} ${permissionLabel(key)}`}
          onClick={() => draft.switchKeys([key], !granted)}
        >
          {permissionLabel(key)} {granted ? <CloseOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
        </button>
      ))}
      {chips.length > MOST_CHIPS && (
        <Button type="link" size="small" onClick={onMore}>
          {chips.length - MOST_CHIPS} more
        </Button>
      )}
    </>
  )
}

const FOUND = 20

const Compare = ({ person, other, onCompare }: Pick<PermissionSetsProps, 'person' | 'other' | 'onCompare'>) => {
  const { words, onSearch, searching } = useSought()
  const [isOpen, setOpen] = useState(false)
  const query = { pageSize: FOUND, sort: 'name', ...(words && { search: words }) }
  const found = useList(access.people, query, { enabled: isOpen })
  const people = (found.data?.data ?? []).filter(({ id }) => id !== person.id)
  const shown = other && !people.some(({ id }) => id === other.id) ? [other, ...people] : people
  return (
    <SearchSelect
      aria-label="Compare with"
      className="grants-choice"
      onSearch={onSearch}
      searching={searching(found)}
      allowClear
      placeholder="Nobody"
      notFoundContent="Nobody found"
      value={other?.id}
      options={shown.map(({ id, name }) => ({ value: id, label: name }))}
      onOpenChange={setOpen}
      onChange={(id?: number) => onCompare(id === undefined ? undefined : String(id))}
    />
  )
}

const OnlyOne = ({ person, keys, other }: { person: Person; keys: readonly string[]; other: Person }) => {
  const mine = keys.filter((key) => !other.permissions.includes(key)).length
  const theirs = PERMISSION_KEYS.filter((key) => other.permissions.includes(key) && !keys.includes(key)).length
  return (
    <span className="grants-only">
      {mine + theirs === 0 ? (
        'No difference'
      ) : (
        <>
          {mine} only {firstName(person)} has, <br />
          {theirs} only {firstName(other)} has
        </>
      )}
    </span>
  )
}

const firstName = ({ name }: Person) => name.split(' ', 1)[0]
