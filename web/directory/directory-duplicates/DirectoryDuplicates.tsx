import { InboxOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { directoryMerges, type DirectoryKind, type DuplicateGroup } from '#contract/directory/directory-merges.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { GroupCard } from '#web/kit/list/GroupCard.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { NoPermission, State } from '#web/kit/list/ListStates.tsx'
import { TabLink } from '#web/kit/list/TabLink.tsx'
import { formats } from '#web/kit/look/format.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { DirectorySegments } from '#web/directory/directory-facts/DirectorySegments.tsx'
import { DUPLICATES_TAB, linkToOne, linkToTab } from '#web/directory/directory-facts/directory-links.ts'
import { COMPANY_NOUN, CONTACT_NOUN, TITLE } from '#web/directory/directory-facts/directory-words.ts'
import { countryName } from '#web/leads/published.ts'
import { useNotSame } from './use-unmerge.ts'
import '#web/kit/list/groups.css'
import './directory-duplicates.css'

const MergeDialog = lateDialog(() => import('./MergeDialog.tsx').then(({ MergeDialog }) => MergeDialog))

type Member = DuplicateGroup['members'][number]

const KIND = 'kind'
const here = (kind: DirectoryKind, page = 1) =>
  `${linkToTab(DUPLICATES_TAB)}&${KIND}=${kind}${page > 1 ? `&page=${page}` : ''}`

/** People and companies that are likely the same, the likeliest first: merged, or remembered as different. */
export const DirectoryDuplicates = () => {
  const [params] = useSearchParams()
  const kind: DirectoryKind = params.get(KIND) === 'company' ? 'company' : 'contact'
  const page = idIn(params.get('page')) ?? 1
  const allowed = can(directoryMerges.duplicates)
  const list = useOne(
    directoryMerges.duplicates,
    { query: { kind, ...(page > 1 && { page }) } },
    { enabled: allowed, keepPrevious: true },
  )
  const found = list.data?.data
  const noun = kind === 'contact' ? CONTACT_NOUN : COMPANY_NOUN
  return (
    <Page
      title={TITLE}
      subtitle="Likely the same, with why. Merge them or mark them as different; a merge can be taken apart at any time."
      actions={<DirectorySegments on={DUPLICATES_TAB} />}
    >
      {!allowed && (
        <NoPermission noun={['duplicate', 'duplicates']} permission={directoryMerges.duplicates.permission} />
      )}
      {allowed && (
        <nav className="view-tabs directory-kinds" aria-label="Duplicates of">
          <Kind kind="contact" label="People" on={kind} total={found?.totals.contact} />
          <Kind kind="company" label="Companies" on={kind} total={found?.totals.company} />
        </nav>
      )}
      {list.error && (
        <Notice
          kind="error"
          title="The duplicates did not load"
          action={
            <Button icon={<ReloadOutlined aria-hidden />} loading={list.isFetching} onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {sentenceOf(list.error, directoryMerges.duplicates.failure)}
        </Notice>
      )}
      {allowed && !found && !list.error && <p role="status">Loading the duplicates…</p>}
      {found && (
        <div className="groups" aria-busy={list.isPlaceholderData}>
          {found.groups.map((group) => (
            <MemberGroup
              key={`${group.kind} ${group.reason} ${group.members.map(({ id }) => id).join()}`}
              group={group}
            />
          ))}
          {found.groups.length === 0 && (
            <State icon={<InboxOutlined aria-hidden />} title={page > 1 ? 'No more duplicates' : 'No duplicates'}>
              {noun[1].charAt(0).toUpperCase() + noun[1].slice(1)} that are likely the same appear here.
            </State>
          )}
          {(page > 1 || found.more) && (
            <nav className="groups-pages" aria-label="Pages">
              {page > 1 && <Link to={here(kind, page - 1)}>Likelier</Link>}
              {found.more && <Link to={here(kind, page + 1)}>Less likely</Link>}
            </nav>
          )}
        </div>
      )}
    </Page>
  )
}

interface KindProps {
  kind: DirectoryKind
  label: string
  on: DirectoryKind
  total: number | undefined
}

const Kind = ({ kind, label, on, total }: KindProps) =>
  kind === on ? (
    <Link to={here(kind)} className="view-tab view-tab-on" aria-current="true">
      {label}
      {total !== undefined && <span className="view-count"> {formats().number(total)}</span>}
    </Link>
  ) : (
    <TabLink to={here(kind)} label={label} total={total} />
  )

/** Some that are likely the same, side by side; two of them at a time are merged. */
const MemberGroup = ({ group: { kind, reason, score, total, members } }: { group: DuplicateGroup }) => {
  const notSame = useNotSame()
  const noun = kind === 'contact' ? CONTACT_NOUN : COMPANY_NOUN
  return (
    <GroupCard
      title={`${formats().number(total)} ${noun[1]}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}${score < 100 ? `, ${score}% likely` : ''}`}
      noun={noun}
      total={total}
      rows={members}
      likelyFirst={likelyFirst}
      shortName={({ name }) => name}
      renderHead={({ id, name, detail }) => (
        <span className="group-row-name">
          <Link to={linkToOne(kind, id)}>{name}</Link>
          <span className="second">{detail}</span>
        </span>
      )}
      facts={factsOf}
      dismissing={notSame.running}
      onDismiss={(ids) => void notSame({ body: { kind, ids } })}
      renderMerge={(winner, loser, onClose) => (
        <MergeDialog kind={kind} winner={winner.id} loser={loser.id} onClose={onClose} />
      )}
    />
  )
}

/** The one with more leads stays, unless somebody says otherwise; of two that have as many, the older. */
const likelyFirst = (members: readonly Member[]) =>
  members.toSorted((one, other) => other.leads_all - one.leads_all || one.id - other.id)

const factsOf = ({ country, leads_all, last_contact_at }: Member) =>
  [
    ['Country', countryName(country)],
    ['Leads', formats().number(leads_all)],
    ['Last contact', last_contact_at && formats().date(last_contact_at)],
  ] as const
