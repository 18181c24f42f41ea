import { Button, Checkbox, Drawer } from 'antd'
import { useState } from 'react'
import { PERMISSION_SETS } from '#contract/permission-sets.ts'
import { PERMISSION_GROUPS, PERMISSION_KEYS, type PermissionKey } from '#contract/permissions.ts'
import { access, type Person } from '#contract/portal/access.ts'
import { useAction } from '#web/kit/api.ts'
import { humanise } from '#web/kit/format.ts'
import { useFocusBack } from '#web/kit/use-focus-back.ts'

/** The permission table of a person, by group, with ready-made sets that fill it. */
export const PermissionDrawer = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  useFocusBack()
  const before = PERMISSION_KEYS.filter((key) => person.permissions.includes(key))
  const [keys, setKeys] = useState<readonly PermissionKey[]>(before)
  const save = useAction(access.setPermissions, {
    done: `Permissions of ${person.name} saved`,
    refreshes: access.people,
    then: onClose,
    undo: () => () => void save({ params: { id: person.id }, body: { permissions: [...before] } }),
  })
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
            {keys.length} of {PERMISSION_KEYS.length} keys
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
      <div className="sets" role="group" aria-label="Ready-made sets">
        <span>Fill with</span>
        {Object.entries(PERMISSION_SETS).map(([name, set]) => (
          <Button key={name} size="small" onClick={() => setKeys(set)}>
            {name}
          </Button>
        ))}
        <Button size="small" type="text" onClick={() => setKeys([])}>
          Clear
        </Button>
      </div>
      {Object.entries(PERMISSION_GROUPS).map(([group, all]) => (
        <GroupKeys key={group} group={group} all={all} keys={keys} onChange={setKeys} />
      ))}
    </Drawer>
  )
}

interface GroupKeysProps {
  group: string
  all: readonly PermissionKey[]
  keys: readonly PermissionKey[]
  onChange: (keys: readonly PermissionKey[]) => void
}

const GroupKeys = ({ group, all, keys, onChange }: GroupKeysProps) => {
  const held = all.filter((key) => keys.includes(key))
  const others = keys.filter((key) => !all.includes(key))
  return (
    <section className="key-group" aria-label={group}>
      <h2>
        <Checkbox
          checked={held.length === all.length}
          indeterminate={held.length > 0 && held.length < all.length}
          onChange={({ target }) => onChange(target.checked ? [...others, ...all] : others)}
        >
          {group}
        </Checkbox>
      </h2>
      <div className="key-list">
        {all.map((key) => (
          <Checkbox
            key={key}
            checked={keys.includes(key)}
            onChange={({ target }) => onChange(target.checked ? [...keys, key] : keys.filter((one) => one !== key))}
          >
            {humanise(key)}
          </Checkbox>
        ))}
      </div>
    </section>
  )
}
