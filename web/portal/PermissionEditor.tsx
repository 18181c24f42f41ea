import { EyeOutlined, HistoryOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { access, type Person } from '#contract/portal/access.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { SearchBox } from '#web/kit/list/SearchBox.tsx'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { When } from '#web/kit/look/When.tsx'
import { ActButton } from './ActButton.tsx'
import { whyNotView } from './may-change.ts'
import { PermissionLimits } from './PermissionLimits.tsx'
import { PermissionSaveBar } from './PermissionSaveBar.tsx'
import { PermissionSets } from './PermissionSets.tsx'
import { PermissionTable } from './PermissionTable.tsx'
import { PersonHistoryDrawer } from './PersonHistoryDrawer.tsx'
import { blocksOf, differs, screensOf, type Show } from './permission-edits.ts'
import { ScreenIndex } from './ScreenIndex.tsx'
import { moveRow } from './permission-moves.ts'
import { keysOfBase, usePermissionEdits } from './use-permission-edits.ts'
import './permissions.css'

/** The table of what a person may do, by screen, beside a ready-made set and another person. */
export const PermissionEditor = ({ person }: { person: Person }) => {
  const draft = usePermissionEdits(person)
  const [params, setParams] = useSearchParams()
  const table = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const other = useOther(params.get('with'), person)
  const put = (name: string, value: string | undefined) =>
    setParams(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true },
    )
  const open = (screens: readonly string[]) => setOpened(new Set([...opened, ...screens]))
  const set = keysOfBase(draft.base)
  const screens = screensOf({ saved: person.permissions, edits: draft.edits, set, other: other?.permissions })
  const show = SHOWS.find((one) => one === params.get('show')) ?? 'all'
  const words = params.get('search') ?? ''
  const differences = screens.flatMap(({ rows }) => rows).filter(differs).length
  useKeys('list', [
    { keys: 'j', label: 'Next permission', run: () => moveRow(table.current, 1) },
    { keys: 'k', label: 'Previous permission', run: () => moveRow(table.current, -1) },
    { keys: 'd', label: 'Next difference', run: () => moveRow(table.current, 1, '[data-differs]') },
    { keys: 'ctrl+s', label: 'Save the permissions', run: draft.save },
  ])

  return (
    <div className="page grants">
      <Head person={person} count={draft.keys.length} isChanged={draft.edits.size > 0} />
      <PermissionLimits person={person} />
      <PermissionSets
        person={person}
        draft={draft}
        other={other}
        onCompare={(id) => put('with', id)}
        onDifferences={() => put('show', 'differences')}
      />
      <div className="grants-tools">
        <SearchBox value={words} placeholder="Search permissions" onSearch={(text) => put('search', text)} />
        <Segmented
          aria-label="Which permissions"
          value={show}
          onChange={(value) => put('show', value === 'all' ? undefined : value)}
          options={[
            { value: 'all', label: <Counted label="All" count={PERMISSION_KEYS.length} /> },
            { value: 'granted', label: <Counted label="Granted" count={draft.keys.length} /> },
            { value: 'differences', label: <Counted label="Differences" count={differences} /> },
          ]}
        />
        <p className="grants-keys" aria-hidden>
          <Kbd>J</Kbd>
          <Kbd>K</Kbd> move <Kbd>Space</Kbd> grant <Kbd>D</Kbd> next difference
        </p>
      </div>
      <div className="grants-body">
        <ScreenIndex screens={screens} table={table} onOpen={(screen) => open([screen])} />
        <PermissionTable
          ref={table}
          person={person}
          setName={draft.base}
          other={other}
          blocks={blocksOf(screens, { words, show, opened })}
          onSwitch={draft.switchKeys}
          onOpen={open}
          onShowAll={() => setParams({}, { replace: true })}
        />
      </div>
      <PermissionSaveBar draft={draft} />
    </div>
  )
}

const SHOWS: readonly Show[] = ['all', 'granted', 'differences']

/** Whom the address compares with; nobody where that is the person, or is not there. */
const useOther = (text: string | null, { id }: Person) => {
  const other = text !== null && /^[1-9]\d{0,8}$/.test(text) && Number(text) !== id ? Number(text) : undefined
  const { data } = useOne(access.person, { params: { id: other ?? 1 } }, { enabled: other !== undefined })
  return other !== undefined && data?.data.id === other ? data.data : undefined
}

const Counted = ({ label, count }: { label: string; count: number }) => (
  <>
    {label} <span className="grants-count">{count}</span>
  </>
)

const Head = ({ person, count, isChanged }: { person: Person; count: number; isChanged: boolean }) => {
  const [isHistory, setHistory] = useState(false)
  const history = useOne(access.history, { params: { id: person.id } })
  const last = history.data?.data.find(
    ({ did, granted, removed }) => did !== null && granted.length + removed.length > 0,
  )
  // Everything on screen is somebody else's from then on.
  const viewAs = useAction(access.viewAs, { then: () => location.assign('/') })
  const place = [person.designation, person.department].filter(Boolean).join(', ')
  const [firstName = ''] = person.name.split(' ', 1)
  return (
    <header className="grants-head">
      <PersonAvatar name={person.name} size={40} />
      <div className="grants-title">
        <PageTitle title={`Permissions of ${person.name}`} />
        <p className="page-subtitle">
          {place && `${place} · `}
          {count} of {PERMISSION_KEYS.length} granted
          {last && (
            <>
              {' · last changed '}
              <When at={last.at} /> by {last.by}
            </>
          )}
        </p>
      </div>
      <div className="page-actions">
        {person.id !== session.get().user?.id && person.status === 'active' && (
          <ActButton
            icon={<EyeOutlined aria-hidden />}
            whyNot={isChanged ? 'Save or discard your changes first.' : whyNotView(person)}
            onClick={() => void viewAs({ params: { id: person.id } })}
          >
            View as {firstName}
          </ActButton>
        )}
        <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistory(true)}>
          History
        </Button>
      </div>
      {isHistory && <PersonHistoryDrawer person={person} onClose={() => setHistory(false)} />}
    </header>
  )
}
