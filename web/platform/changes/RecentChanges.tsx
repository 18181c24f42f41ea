import { HistoryOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { UNDO_DAYS } from '#contract/platform/changes.ts'
import type { ChangeWords } from './change-words.ts'
import { filterIn } from './change-filter.ts'
import { ChangeFilters, isFiltered } from './ChangeFilters.tsx'
import { ChangeList } from './ChangeList.tsx'
import { MachineChanges } from './MachineChanges.tsx'
import { State } from '#web/kit/list/ListStates.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { can } from '#web/kit/data/session.ts'

/** What was done in the last 30 days by whom, and the way back. */
export const RecentChanges = ({ words }: { words: ChangeWords }) => {
  const [params, setParams] = useSearchParams()
  const maySeeAll = can('changes_undo_others')
  const ofOthers = maySeeAll && params.get('by') === 'everybody'
  const { person, ...rest } = filterIn(params)
  const filter = { ...rest, ...(ofOthers && person !== undefined && { person }) }
  const change = (changed: Readonly<Record<string, string | undefined>>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changed)) {
        if (value === undefined) next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  const clear = () => change({ person: undefined, act: undefined, from_date: undefined, to_date: undefined })

  return (
    <Page
      title="Recent changes"
      subtitle={`The last ${UNDO_DAYS} days. Undo skips anything changed since.`}
      width={880}
      actions={
        maySeeAll && (
          <Segmented
            aria-label="Whose changes"
            value={ofOthers ? 'everybody' : 'me'}
            options={[
              { value: 'me', label: 'Mine' },
              { value: 'everybody', label: 'Everybody’s' },
            ]}
            onChange={(value) => change({ by: value === 'me' ? undefined : value, person: undefined })}
          />
        )
      }
    >
      <ChangeFilters filter={filter} onChange={change} ofOthers={ofOthers} />
      {ofOthers && filter.person === undefined && (
        <MachineChanges
          query={filter}
          words={words}
          open={params.get('automatic') === 'open'}
          onOpen={(open) => change({ automatic: open ? 'open' : undefined })}
        />
      )}
      <ChangeList
        query={{ ...filter, by: ofOthers ? 'people' : 'me' }}
        words={words}
        none={
          isFiltered(filter) ? (
            <State
              icon={<HistoryOutlined aria-hidden />}
              title="No changes match"
              actions={<Button onClick={clear}>Clear filters</Button>}
            >
              No changes of the last {UNDO_DAYS} days match these filters.
            </State>
          ) : (
            <State icon={<HistoryOutlined aria-hidden />} title="No changes yet">
              Your changes appear here. You can undo them for {UNDO_DAYS} days.
            </State>
          )
        }
      />
    </Page>
  )
}
