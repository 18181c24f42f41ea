import { Button } from 'antd'
import { changes, type ConfigurationSection } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { CHANGE_WORDS } from '#web/leads/words/lead-changes.ts'
import { ChangeRow } from '#web/platform/changes/ChangeRow.tsx'
import { sentenceOf, useOlder, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { When } from '#web/kit/look/When.tsx'

const SHOWN = 3

interface SectionHistoryProps {
  section: ConfigurationSection
  keptBy?: PermissionKey
}

/** Who keeps a section, what was changed in it, and the way back; whoever only reads it is told who changed it last. */
export const SectionHistory = ({ section, keptBy = 'configuration_edit' }: SectionHistoryProps) => {
  const allowed = can(keptBy)
  const holders = useOne(configuration.holders, {}, { enabled: allowed })
  const { rows, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOlder(
    changes.list,
    { query: { section, limit: allowed ? SHOWN : 1 } },
  )
  const keepers = holders.data?.data.find(({ key }) => key === keptBy)
  const [last] = rows
  return (
    <section className="section" aria-label="History">
      <h2>History</h2>
      <p className="page-subtitle">
        {keepers && `Managed by ${namesOf(keepers)}. `}
        {last ? (
          <>
            Last changed by {last.actor.name}, <When at={last.at} />.
          </>
        ) : (
          !isPending && !isError && 'No changes yet.'
        )}
      </p>
      {isError && (
        <Notice
          kind="error"
          title="The history did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, changes.list.failure)}
        </Notice>
      )}
      {allowed && rows.length > 0 && (
        <ul className="changes" aria-busy={isPending}>
          {rows.map((change) => (
            <ChangeRow key={change.change_set} change={change} words={CHANGE_WORDS} />
          ))}
        </ul>
      )}
      {allowed && hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

const namesOf = ({ people, total }: { people: readonly { name: string }[]; total: number }) => {
  const named = people.slice(0, 3).map(({ name }) => name)
  const rest = total - named.length
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ').replace(/, ([^,]*)$/, ' and $1')
}
