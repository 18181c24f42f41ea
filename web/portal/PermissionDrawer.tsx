import { Button, Checkbox, Drawer } from 'antd'
import { useState } from 'react'
import { PERMISSION_SETS } from '#contract/platform/permission-sets.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'
import { PERMISSION_GROUPS, PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { access, type Person } from '#contract/portal/access.ts'
import { useAction } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { canGive, whyNotChange, whyNotTake } from './may-change.ts'

/** The permission table of a person, by group, with ready-made sets that fill it. */
export const PermissionDrawer = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  useFocusBack()
  const before = PERMISSION_KEYS.filter((key) => person.permissions.includes(key))
  const [keys, setKeys] = useState<readonly PermissionKey[]>(before)
  const save = useAction(access.setPermissions, {
    done: `Permissions of ${person.name} saved`,
    refreshes: access.people,
    then: onClose,
  })
  const whyNot = (key: PermissionKey) => whyNotChange(person, key)
  /** What cannot be changed stays. */
  const change = (wanted: readonly PermissionKey[]) =>
    setKeys(PERMISSION_KEYS.filter((key) => (whyNot(key) ? before : wanted).includes(key)))
  const changed = keys.length !== before.length || keys.some((key) => !before.includes(key))
  return (
    <Drawer
      open
      size={640}
      title={`Permissions of ${person.name}`}
      onClose={onClose}
      footer={
        <div className="modal-foot">
          <span className="row-main">
            {keys.length} of {PERMISSION_KEYS.length} permissions
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="primary"
            disabled={!changed}
            loading={save.running}
            onClick={() => void save({ params: { id: person.id }, body: { permissions: [...keys] } })}
          >
            Save
          </Button>
        </div>
      }
    >
      <Limits person={person} />
      <div className="sets" role="group" aria-label="Permission sets">
        <span>Start from</span>
        {Object.entries(PERMISSION_SETS).map(([name, set]) => (
          <Button key={name} size="small" onClick={() => change(set)}>
            {name}
          </Button>
        ))}
        <Button size="small" type="text" onClick={() => change([])}>
          Clear
        </Button>
      </div>
      {Object.entries(PERMISSION_GROUPS).map(([group, all]) => (
        <GroupKeys key={group} group={group} all={all} keys={keys} whyNot={whyNot} onChange={change} />
      ))}
    </Drawer>
  )
}

/** What the person who looks cannot change here, and why. */
const Limits = ({ person }: { person: Person }) => {
  const taken = whyNotTake(person)
  if (taken !== undefined)
    return (
      <Notice kind="info" title="You can grant permissions here but not remove any">
        {taken} You can grant permissions that you have yourself.
      </Notice>
    )
  if (PERMISSION_KEYS.every((key) => canGive(key) || person.permissions.includes(key))) return null
  return <Notice kind="info" title="You can only grant permissions that you have yourself" />
}

interface GroupKeysProps {
  group: string
  all: readonly PermissionKey[]
  keys: readonly PermissionKey[]
  whyNot: (key: PermissionKey) => string | undefined
  onChange: (keys: readonly PermissionKey[]) => void
}

const GroupKeys = ({ group, all, keys, whyNot, onChange }: GroupKeysProps) => {
  const held = all.filter((key) => keys.includes(key))
  const others = keys.filter((key) => !all.includes(key))
  return (
    <section className="key-group" aria-label={group}>
      <h2>
        <Checkbox
          checked={held.length === all.length}
          indeterminate={held.length > 0 && held.length < all.length}
          disabled={all.every(whyNot)}
          onChange={({ target }) => onChange(target.checked ? [...others, ...all] : others)}
        >
          {group}
        </Checkbox>
      </h2>
      <div className="key-list">
        {all.map((key) => {
          const reason = whyNot(key)
          return (
            <Checkbox
              key={key}
              checked={keys.includes(key)}
              {...(reason !== undefined && { disabled: true, title: reason })}
              onChange={({ target }) => onChange(target.checked ? [...keys, key] : keys.filter((one) => one !== key))}
            >
              {permissionLabel(key)} <code className="permission-key">{key}</code>
            </Checkbox>
          )
        })}
      </div>
    </section>
  )
}
