import { Link } from 'react-router'
import { CONTACT_FIELDS, type Contact, type ContactField } from '#contract/directory/contacts.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { useNotSame, useUnmerge } from '#web/directory/directory-duplicates/use-unmerge.ts'
import { linkToOne } from '#web/directory/directory-facts/directory-links.ts'
import { CONTACT_LABELS, contactName, EMAIL_STATUS } from '#web/directory/directory-facts/directory-words.ts'
import { FactList } from '#web/directory/directory-facts/FactList.tsx'
import { LeadLines } from '#web/directory/directory-facts/LeadLines.tsx'
import { MergedParts } from '#web/directory/directory-facts/MergedParts.tsx'
import { PossibleDuplicate } from '#web/directory/directory-facts/PossibleDuplicate.tsx'
import { SourceDot } from '#web/directory/directory-facts/Source.tsx'
import { Tags } from '#web/directory/directory-facts/Tags.tsx'
import { countryName } from '#web/leads/published.ts'
import type { useContactActs } from './use-contact-acts.ts'

type Acts = ReturnType<typeof useContactActs>

interface ContactMainProps {
  contact: Contact
  /** Undefined for people who may only read. */
  acts: Acts | undefined
  onCompare: ((other: number) => void) | undefined
}

/** The name stands over it already, until there is more to say of it. */
const listed = (contact: Contact) =>
  CONTACT_FIELDS.filter(
    (field) =>
      field !== 'name' || contact.fields.name.others.length > 0 || contact.fields.name.from?.source === 'person',
  ).map((field) => ({ field, label: CONTACT_LABELS[field], fact: contact.fields[field] }))

/** Possible duplicates, the facts, the leads, and those that were merged into it. */
export const ContactMain = ({ contact, acts, onCompare }: ContactMainProps) => {
  const notSame = useNotSame()
  const unmerge = useUnmerge()
  const mayMerge = can(directoryMerges.mergeContacts)
  return (
    <div className="directory-main">
      {contact.merged_from !== null && (
        <Notice kind="info" title={`Merged into ${contactName(contact)}`}>
          The contact that you opened has become part of this one.
        </Notice>
      )}
      {onCompare && (
        <PossibleDuplicate
          lookalikes={contact.lookalikes}
          running={notSame.running}
          onNotSame={(other) => void notSame({ body: { kind: 'contact', ids: [contact.id, other.id] } })}
          onCompare={(other) => onCompare(other.id)}
        />
      )}
      <FactList
        facts={listed(contact)}
        acts={acts?.facts}
        copied="email"
        renderValue={(field, value) => <FactValue contact={contact} field={field} value={value} />}
      >
        <CompanyFact contact={contact} />
        <OtherEmails contact={contact} onChange={acts?.change} />
        {contact.tags.length > 0 && (
          <div className="fact">
            <dt>Tags</dt>
            <dd>
              <Tags tags={contact.tags} />
            </dd>
          </div>
        )}
        {contact.note !== '' && (
          <div className="fact">
            <dt>Note</dt>
            <dd className="directory-text">{contact.note}</dd>
          </div>
        )}
      </FactList>
      <LeadLines kind="contact" of={contact} />
      <MergedParts
        merges={contact.merges}
        running={unmerge.running}
        onUnmerge={mayMerge ? ({ id }) => void unmerge({ body: { id } }) : undefined}
      />
    </div>
  )
}

interface FactValueProps {
  contact: Contact
  field: ContactField
  value: string
}

const FactValue = ({ contact, field, value }: FactValueProps) => {
  const status = EMAIL_STATUS[contact.email_status]
  if (field === 'country') return countryName(value)
  if (field !== 'email' || !status.stops) return value
  return (
    <>
      {value} <StatusTag tone={status.tone}>{status.label}</StatusTag>
    </>
  )
}

const CompanyFact = ({ contact: { company, company_from } }: { contact: Contact }) => (
  <div className="fact">
    <dt>Company</dt>
    <dd>
      <span className="fact-value">
        {company ? <Link to={linkToOne('company', company.id)}>{company.name}</Link> : orEmpty(null)}
      </span>
      {company_from !== null && (
        <span className="source">
          <SourceDot byPerson={company_from.startsWith('Set by')} />
          <span>{company_from}</span>
        </span>
      )}
    </dd>
  </div>
)

/** Further addresses of the person; leads from any of them are theirs. */
const OtherEmails = ({ contact, onChange }: { contact: Contact; onChange: Acts['change'] | undefined }) => {
  const others = contact.emails.filter(({ primary }) => !primary)
  if (others.length === 0) return null
  return (
    <div className="fact">
      <dt>Other emails</dt>
      <dd>
        {others.map(({ email, status }) => (
          <span key={email} className="fact-line">
            {email}
            {EMAIL_STATUS[status].stops && (
              <StatusTag tone={EMAIL_STATUS[status].tone}>{EMAIL_STATUS[status].label}</StatusTag>
            )}
            {onChange && (
              <button
                type="button"
                className="text-link"
                onClick={() => onChange(status === 'wrong' ? { right_email: email } : { wrong_email: email })}
              >
                {status === 'wrong' ? 'Right after all' : 'Mark as wrong'}
                <span className="sr-only">: {email}</span>
              </button>
            )}
          </span>
        ))}
      </dd>
    </div>
  )
}
