import { useId } from 'react'
import { Link } from 'react-router'
import { companies, type Company } from '#contract/directory/companies.ts'
import type { Contact } from '#contract/directory/contacts.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { companyInitials } from '#web/kit/look/PersonAvatar.tsx'
import { When } from '#web/kit/look/When.tsx'
import { linkToOne } from '#web/directory/directory-facts/directory-links.ts'
import { ROLE_LABELS } from '#web/directory/directory-facts/directory-words.ts'
import { HappenedList } from '#web/directory/directory-facts/HappenedList.tsx'
import { LeadCounts } from '#web/directory/directory-facts/LeadCounts.tsx'
import { PeopleHere } from '#web/directory/directory-facts/PeopleHere.tsx'

/** The company, its people, and what happened. */
export const ContactSide = ({ contact }: { contact: Contact }) => {
  const { company } = contact
  const answer = useOne(
    companies.details,
    { params: { id: company?.id ?? 0 } },
    {
      enabled: company !== null && can(companies.details),
    },
  )
  const details = company === null ? undefined : answer.data?.data
  return (
    <aside className="directory-side" aria-label="Company and timeline">
      <CompanyBox company={company} details={details} />
      {details && <PeopleHere company={details} current={contact.id} />}
      <HappenedList timeline={contact.timeline} />
    </aside>
  )
}

interface CompanyBoxProps {
  company: Contact['company']
  details: Company | undefined
}

const CompanyBox = ({ company, details }: CompanyBoxProps) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Company</h3>
      {company === null ? (
        <p className="second">The company is not known.</p>
      ) : (
        <div className="directory-company">
          <span className="directory-company-mark" aria-hidden>
            {companyInitials(company.name)}
          </span>
          <span>
            <Link to={linkToOne('company', company.id)}>{company.name}</Link>
            <span className="second cut directory-company-domain">
              {company.domain}
              {details && details.domains > 1 && ` +${details.domains - 1}`}
            </span>
          </span>
        </div>
      )}
      {details && (
        <dl className="side-facts">
          <div>
            <dt>Leads, open / all</dt>
            <dd>
              <LeadCounts kind="company" of={details} name={details.name} />
            </dd>
          </div>
          <div>
            <dt>Valid rate</dt>
            <dd>{orEmpty(details.valid_rate === null ? null : `${details.valid_rate}%`)}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{orEmpty(details.roles.map((role) => ROLE_LABELS[role]).join(', '))}</dd>
          </div>
          <div>
            <dt>Last contact</dt>
            <dd>
              <When at={details.last_contact_at} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}
