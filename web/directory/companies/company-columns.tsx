import { Link } from 'react-router'
import type { CompanyRow } from '#contract/directory/companies.ts'
import type { Card, Column } from '#web/kit/list/list.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { companyInitials } from '#web/kit/look/PersonAvatar.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { linkToPeople } from '#web/directory/directory-facts/directory-links.ts'
import { ROLE_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { LeadCounts } from '#web/directory/directory-facts/LeadCounts.tsx'
import { DottedValue } from '#web/directory/directory-facts/Source.tsx'
import { Tags } from '#web/directory/directory-facts/Tags.tsx'
import { countryName } from '#web/leads/published.ts'

export const CompanyMark = ({ name }: { name: string }) => (
  <span className="directory-company-mark" aria-hidden>
    {companyInitials(name)}
  </span>
)

/** `norrvik.example +1` */
export const domainWords = ({ domain, domains }: Pick<CompanyRow, 'domain' | 'domains'>) =>
  domain === null ? 'No domain' : `${domain}${domains > 1 ? ` +${domains - 1}` : ''}`

export const COMPANY_COLUMNS: readonly Column<CompanyRow>[] = [
  {
    key: 'name',
    title: 'Company',
    width: 270,
    priority: 0,
    sort: 'name',
    render: (row) => (
      <span className="person">
        <CompanyMark name={row.name} />
        <TwoLines strong first={row.name} second={domainWords(row)} />
      </span>
    ),
  },
  {
    key: 'roles',
    title: 'Role',
    width: 130,
    priority: 2,
    render: ({ roles }) => <span className="cut">{orEmpty(roles.map((role) => ROLE_LABELS[role]).join(', '))}</span>,
  },
  {
    key: 'country',
    title: 'Country',
    width: 130,
    priority: 3,
    sort: 'country',
    render: ({ country }) => <span className="cut">{orEmpty(countryName(country))}</span>,
  },
  {
    key: 'contacts',
    title: 'People',
    width: 92,
    priority: 1,
    align: 'right',
    sort: 'contacts',
    firstOrder: 'desc',
    render: ({ id, name, contacts }) =>
      contacts === 0 ? (
        '0'
      ) : (
        <Link
          to={linkToPeople(id)}
          className="lead-counts"
          aria-label={`${counted(contacts, 'person', 'people')} of ${name}`}
        >
          {formats().number(contacts)}
        </Link>
      ),
  },
  {
    key: 'leads',
    title: 'Leads',
    width: 100,
    priority: 0,
    align: 'right',
    sort: 'leads_open',
    firstOrder: 'desc',
    render: (row) => <LeadCounts kind="company" of={row} name={row.name} />,
  },
  {
    key: 'valid_rate',
    title: 'Valid rate',
    width: 110,
    priority: 2,
    align: 'right',
    sort: 'valid_rate',
    firstOrder: 'desc',
    render: ({ valid_rate }) => orEmpty(valid_rate === null ? null : `${valid_rate}%`),
  },
  {
    key: 'last_contact',
    title: 'Last contact',
    width: 124,
    priority: 1,
    align: 'right',
    sort: 'last_contact_at',
    firstOrder: 'desc',
    render: ({ last_contact_at }) => <When at={last_contact_at} />,
  },
  {
    key: 'phone',
    title: 'Phone',
    width: 158,
    priority: 5,
    optional: true,
    render: ({ phone, by_person }) =>
      phone === null ? orEmpty(null) : <DottedValue value={phone} byPerson={by_person.includes('phone')} />,
  },
  {
    key: 'website',
    title: 'Website',
    width: 180,
    priority: 5,
    optional: true,
    render: ({ website, by_person }) =>
      website === null ? orEmpty(null) : <DottedValue value={website} byPerson={by_person.includes('website')} />,
  },
  {
    key: 'tags',
    title: 'Tags',
    width: 150,
    priority: 5,
    optional: true,
    render: ({ tags }) => <Tags tags={tags} />,
  },
]

export const companyCard = (row: CompanyRow): Card => ({
  picture: <CompanyMark name={row.name} />,
  title: <span className="contact-card-name">{row.name}</span>,
  lines: [
    <span key="what" className="card-line">
      {[domainWords(row), countryName(row.country)].filter(Boolean).join(' · ')}
    </span>,
    <span key="leads" className="card-line">
      {counted(row.contacts, 'person', 'people')}, {formats().number(row.leads_open)} open of{' '}
      {counted(row.leads_all, 'lead')}
    </span>,
  ],
  end: <When at={row.last_contact_at} />,
})
