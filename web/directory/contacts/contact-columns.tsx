import { MailOutlined, PhoneOutlined } from '@ant-design/icons'
import type { ContactRow } from '#contract/directory/contacts.ts'
import { telephoneOf } from '#web/platform/contact-details/PhoneLink.tsx'
import type { Card, Column } from '#web/kit/list/list.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { LeadCounts } from '#web/directory/directory-facts/LeadCounts.tsx'
import { DottedValue } from '#web/directory/directory-facts/Source.tsx'
import { contactName, EMAIL_STATUS } from '#web/directory/directory-facts/directory-words.ts'
import { Tags } from '#web/directory/directory-facts/Tags.tsx'
import { countryName } from '#web/leads/published.ts'
import './contacts.css'

export const CONTACT_COLUMNS: readonly Column<ContactRow>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 222,
    priority: 0,
    sort: 'name',
    render: (row) => (
      <span className="person">
        <PersonAvatar name={contactName(row)} size={28} />
        <TwoLines
          strong
          first={contactName(row)}
          second={row.do_not_contact ? <span className="contact-never">Do not contact</span> : orEmpty(row.designation)}
        />
      </span>
    ),
  },
  {
    key: 'company',
    title: 'Company',
    width: 190,
    priority: 1,
    sort: 'company',
    render: ({ company }) => (
      <TwoLines first={company?.name} second={company?.domain !== company?.name && company?.domain} />
    ),
  },
  {
    key: 'email',
    title: 'Email',
    width: 230,
    priority: 1,
    render: ({ email, email_status, by_person }) =>
      email === null ? (
        orEmpty(null)
      ) : (
        <span className="contact-email">
          <DottedValue value={email} byPerson={by_person.includes('email')} />
          {EMAIL_STATUS[email_status].stops && (
            <span className="contact-never contact-mail-state">{EMAIL_STATUS[email_status].label}</span>
          )}
        </span>
      ),
  },
  {
    key: 'phone',
    title: 'Phone',
    width: 158,
    priority: 2,
    render: ({ phone, by_person }) =>
      phone === null ? orEmpty(null) : <DottedValue value={phone} byPerson={by_person.includes('phone')} />,
  },
  {
    key: 'country',
    title: 'Country',
    width: 122,
    priority: 3,
    sort: 'country',
    render: ({ country }) => <span className="cut contact-country">{orEmpty(countryName(country))}</span>,
  },
  {
    key: 'leads',
    title: 'Leads',
    width: 92,
    priority: 0,
    align: 'right',
    sort: 'leads_open',
    firstOrder: 'desc',
    render: (row) => <LeadCounts kind="contact" of={row} name={contactName(row)} />,
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
    key: 'department',
    title: 'Department',
    width: 130,
    priority: 5,
    optional: true,
    render: ({ department }) => <span className="cut">{orEmpty(department)}</span>,
  },
  {
    key: 'tags',
    title: 'Tags',
    width: 150,
    priority: 5,
    optional: true,
    render: ({ tags }) => <Tags tags={tags} />,
  },
  {
    key: 'created_at',
    title: 'Added',
    width: 124,
    priority: 5,
    align: 'right',
    optional: true,
    sort: 'created_at',
    firstOrder: 'desc',
    render: ({ created_at }) => <When at={created_at} />,
  },
]

/** Of people who must not be contacted a card has no way to do it. */
export const contactCard = (row: ContactRow): Card => ({
  picture: <PersonAvatar name={contactName(row)} size={40} />,
  title: <span className="contact-card-name">{contactName(row)}</span>,
  corner: row.do_not_contact ? (
    <span className="contact-never">Do not contact</span>
  ) : (
    <>
      {row.phone !== null && (
        <a className="contact-reach" href={telephoneOf(row.phone)} aria-label={`Call ${contactName(row)}`}>
          <PhoneOutlined aria-hidden />
        </a>
      )}
      {row.email !== null && (
        <a
          className="contact-reach"
          href={`mailto:${encodeURIComponent(row.email)}`}
          aria-label={`Email ${contactName(row)}`}
        >
          <MailOutlined aria-hidden />
        </a>
      )}
    </>
  ),
  lines: [
    <span key="who" className="card-line">
      {[row.designation, row.company?.name].filter(Boolean).join(' · ') || row.email || 'No company'}
    </span>,
    <span key="leads" className="card-line">
      {formats().number(row.leads_open)} open of {counted(row.leads_all, 'lead')}
    </span>,
  ],
  end: <When at={row.last_contact_at} />,
})
