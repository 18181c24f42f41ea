import { ReloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { duplicates } from '#contract/leads/duplicates.ts'
import { enquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { idIn } from '#web/kit/list/id-in.ts'
import { NoPermission, State } from '#web/kit/list/ListStates.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { can } from '#web/kit/data/session.ts'
import '#web/kit/list/groups.css'
import { LeadGroup } from './LeadGroup.tsx'

const TITLE = 'Duplicates'
const NOUN = ['duplicate', 'duplicates'] as const

/** Leads that may be the same enquiry, the newest first: merged, or remembered as different. */
export default function DuplicatesPage() {
  const [params] = useSearchParams()
  const before = idIn(params.get('before'))
  const allowed = can(duplicates.list) && (can('marketing_leads_list') || can('registration_leads_list'))
  const days = useOne(enquiryChecks.now, {}, { enabled: allowed }).data?.data.person_days
  const list = useOne(
    duplicates.list,
    { query: before === undefined ? {} : { before } },
    { enabled: allowed, keepPrevious: true },
  )
  if (!allowed)
    return (
      <Page title={TITLE}>
        <NoPermission
          noun={NOUN}
          permission={can(duplicates.list) ? ['marketing_leads_list', 'registration_leads_list'] : 'leads_merge'}
        />
      </Page>
    )
  const page = list.data
  const within = days === undefined ? '' : ` within ${counted(days, 'day')}`
  return (
    <Page
      title={TITLE}
      subtitle={`Leads that share an email, a phone, or a name and company${within}. Merge them or mark them as different.`}
    >
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
          {sentenceOf(list.error, duplicates.list.failure)}
        </Notice>
      )}
      {!page && !list.error && <p role="status">Loading the duplicates…</p>}
      {page && (
        <div className="groups" aria-busy={list.isPlaceholderData}>
          <p role="status" className="groups-count">
            {page.total > 0 && `${counted(page.total, 'group')} of duplicates`}
          </p>
          {page.data.map((group) => (
            <LeadGroup key={`${group.id} ${group.leads.map(({ id }) => id).join()}`} group={group} />
          ))}
          {page.total === 0 && (
            <State icon={<InboxOutlined aria-hidden />} title="No duplicates">
              Leads that share an email, a phone, or a person and company appear here.
            </State>
          )}
          {page.total > 0 && page.data.length === 0 && <p>No more duplicates.</p>}
          <nav className="groups-pages" aria-label="Pages">
            {before !== undefined && <Link to="?">Newest</Link>}
            {page.next !== null && <Link to={`?before=${page.next}`}>Older</Link>}
          </nav>
        </div>
      )}
    </Page>
  )
}
