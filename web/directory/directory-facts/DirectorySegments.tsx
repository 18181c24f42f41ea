import { Link } from 'react-router'
import { companies } from '#contract/directory/companies.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import { COMPANIES_TAB, DUPLICATES_TAB, linkToTab, type DirectoryTab } from './directory-links.ts'
import './segments.css'

/** The lists of the screen as links: people, companies, and those that are likely the same. */
export const DirectorySegments = ({ on }: { on: DirectoryTab }) => {
  const mayMerge = can(directoryMerges.duplicates)
  const totals = useOne(directoryMerges.duplicates, { query: { kind: 'contact' } }, { enabled: mayMerge }).data?.data
    .totals
  return (
    <nav className="segments" aria-label="Directory">
      {can(contacts.list) && <Segment tab="contacts" label="Contacts" on={on} />}
      {can(companies.list) && <Segment tab={COMPANIES_TAB} label="Companies" on={on} />}
      {mayMerge && (
        <Segment tab={DUPLICATES_TAB} label="Duplicates" on={on} count={totals && totals.contact + totals.company} />
      )}
    </nav>
  )
}

interface SegmentProps {
  tab: DirectoryTab
  label: string
  on: DirectoryTab
  count?: number | undefined
}

const Segment = ({ tab, label, on, count }: SegmentProps) => (
  <Link
    to={linkToTab(tab)}
    className={tab === on ? 'segment segment-on' : 'segment'}
    aria-current={tab === on ? 'page' : undefined}
  >
    {label}
    {count !== undefined && <span className="segment-count"> {formats().number(count)}</span>}
  </Link>
)
