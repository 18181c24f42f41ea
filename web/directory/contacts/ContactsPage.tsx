import { useSearchParams } from 'react-router'
import { late } from '#web/kit/feedback/late.tsx'
import { TAB } from '#web/kit/list/tab-name.ts'
import { COMPANIES_TAB, DUPLICATES_TAB } from '#web/directory/directory-facts/directory-links.ts'
import { ContactList } from './ContactList.tsx'

const CompanyList = late(() =>
  import('#web/directory/companies/CompanyList.tsx').then(({ CompanyList }) => CompanyList),
)
const DirectoryDuplicates = late(() =>
  import('#web/directory/directory-duplicates/DirectoryDuplicates.tsx').then(
    ({ DirectoryDuplicates }) => DirectoryDuplicates,
  ),
)

/** The people and companies that a company has to do with: its own list of each, and those that are likely the same. */
export default function ContactsPage() {
  const [search] = useSearchParams()
  const tab = search.get(TAB)
  if (tab === COMPANIES_TAB) return <CompanyList />
  return tab === DUPLICATES_TAB ? <DirectoryDuplicates /> : <ContactList />
}
