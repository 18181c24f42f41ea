import { Button, Drawer, Input, Tag } from 'antd'
import { useState } from 'react'
import { hr, LONGEST_HR_NAME } from '#contract/portal/hr.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { counted } from '#web/kit/look/format.ts'
import './departments.css'

const MOST = 100
const NAMES = { department: 'Department', designation: 'Designation' } as const

/** Departments of the company and the designations within them; what people have is retired in place of deleted. */
export const DepartmentsDrawer = ({ onClose }: { onClose: () => void }) => {
  useFocusBack()
  const [open, setOpen] = useState<number>()
  const { data, isError, refetch } = useOne(hr.departments, { query: { page: 1, per_page: MOST } })
  const refreshes = hr.departments
  const add = useAction(hr.addDepartment, { refreshes, undo: false, done: ({ data: { name } }) => `Added ${name}` })
  const update = useAction(hr.updateDepartment, {
    refreshes,
    undo: false,
    done: ({ data: { name } }) => `Saved ${name}`,
  })
  const remove = useAction(hr.removeDepartment, { refreshes, undo: false, then: ({ message }) => toast.done(message) })
  const readOnly = data?.read_only ?? null
  return (
    <Drawer open size={480} title="Departments" onClose={onClose}>
      {isError && (
        <Notice kind="error" title={hr.departments.failure}>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {readOnly !== null && <Notice kind="info" title={readOnly} />}
      {data?.data.length === 0 && <p className="departments-none">There are no departments yet.</p>}
      <ul className="departments">
        {data?.data.map((department) => (
          <li key={department.id}>
            <EntryRow
              kind="department"
              entry={department}
              readOnly={readOnly !== null}
              onRename={(name) =>
                void update({ params: { id: department.id }, body: { name, version: department.version } })
              }
              onBack={() => void update({ params: { id: department.id }, body: { retired: false } })}
              onRemove={() => void remove({ params: { id: department.id } })}
              open={open === department.id}
              onOpen={() => setOpen(open === department.id ? undefined : department.id)}
            />
            {open === department.id && <Designations department={department.id} readOnly={readOnly !== null} />}
          </li>
        ))}
      </ul>
      {data && readOnly === null && (
        <AddName kind="department" running={add.running} onAdd={(name) => add({ body: { name } })} />
      )}
    </Drawer>
  )
}

const Designations = ({ department, readOnly }: { department: number; readOnly: boolean }) => {
  const { data } = useOne(hr.designations, {
    query: { department_id: department, page: 1, per_page: MOST, include: 'retired' },
  })
  const refreshes = hr.designations
  const add = useAction(hr.addDesignation, { refreshes, undo: false, done: ({ data: { name } }) => `Added ${name}` })
  const update = useAction(hr.updateDesignation, {
    refreshes,
    undo: false,
    done: ({ data: { name } }) => `Saved ${name}`,
  })
  const remove = useAction(hr.removeDesignation, { refreshes, undo: false, then: ({ message }) => toast.done(message) })
  return (
    <div className="designations">
      <ul className="departments">
        {data?.data.map((designation) => (
          <li key={designation.id}>
            <EntryRow
              kind="designation"
              entry={designation}
              readOnly={readOnly}
              onRename={(name) =>
                void update({
                  params: { id: designation.id },
                  body: { name, ...(designation.version !== undefined && { version: designation.version }) },
                })
              }
              onBack={() => void update({ params: { id: designation.id }, body: { retired: false } })}
              onRemove={() => void remove({ params: { id: designation.id } })}
            />
          </li>
        ))}
      </ul>
      {data && !readOnly && (
        <AddName
          kind="designation"
          running={add.running}
          onAdd={(name) => add({ body: { name, department_id: department } })}
        />
      )}
    </div>
  )
}

interface EntryRowProps {
  kind: keyof typeof NAMES
  entry: { name: string; people?: number; retired?: boolean }
  readOnly: boolean
  onRename: (name: string) => void
  onBack: () => void
  onRemove: () => void
  open?: boolean
  onOpen?: () => void
}

const EntryRow = ({ kind, entry, readOnly, onRename, onBack, onRemove, open = false, onOpen }: EntryRowProps) => {
  const [name, setName] = useState<string>()
  const { people = 0, retired = false } = entry
  const save = () => {
    const next = name?.trim()
    setName(undefined)
    if (next && next !== entry.name) onRename(next)
  }
  if (name !== undefined)
    return (
      <div className="departments-row">
        <Input
          autoFocus
          size="small"
          maxLength={LONGEST_HR_NAME}
          aria-label={`${NAMES[kind]} name`}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onPressEnter={save}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setName(undefined)
          }}
        />
        <Button size="small" type="primary" onClick={save}>
          Save
        </Button>
      </div>
    )
  return (
    <div className="departments-row">
      <span className="departments-name">
        {onOpen ? (
          <Button type="link" size="small" aria-expanded={open} onClick={onOpen}>
            {entry.name}
          </Button>
        ) : (
          entry.name
        )}
        {retired && <Tag>Retired</Tag>}
      </span>
      <span className="departments-people">{counted(people, 'person', 'people')}</span>
      {!readOnly && (
        <>
          <Button size="small" aria-label={`Rename ${entry.name}`} onClick={() => setName(entry.name)}>
            Rename
          </Button>
          {retired ? (
            <Button size="small" aria-label={`Bring ${entry.name} back`} onClick={onBack}>
              Bring back
            </Button>
          ) : (
            <Button size="small" aria-label={`${people > 0 ? 'Retire' : 'Delete'} ${entry.name}`} onClick={onRemove}>
              {people > 0 ? 'Retire' : 'Delete'}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

interface AddNameProps {
  kind: keyof typeof NAMES
  running: boolean
  /** Answers nothing where it failed. */
  onAdd: (name: string) => Promise<object | undefined>
}

const AddName = ({ kind, running, onAdd }: AddNameProps) => {
  const [name, setName] = useState('')
  const add = async () => {
    if (name.trim() && (await onAdd(name.trim()))) setName('')
  }
  return (
    <div className="departments-row">
      <Input
        size="small"
        maxLength={LONGEST_HR_NAME}
        aria-label={`New ${kind}`}
        placeholder={`New ${kind}`}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={() => void add()}
      />
      <Button size="small" loading={running} disabled={!name.trim()} onClick={() => void add()}>
        Add
      </Button>
    </div>
  )
}
