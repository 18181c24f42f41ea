import type { DomainState, EnquiryStatus, LeadRow, LeadProduct } from '#contract/leads/lead.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { DomainBadge } from './DomainBadge.tsx'
import { OnDesk } from '#web/leads/drawer/OnDesk.tsx'
import { countryName, enquiryWords, placeOf, statusLabel, statusWords } from '#web/leads/words/lead-words.ts'
import { utmParts } from '#web/leads/words/utm-words.ts'
import './lead-cells.css'

/** The name, with who is validating the lead right now. */
export const LeadName = ({ id, name }: Pick<LeadRow, 'id' | 'name'>) => (
  <span className="with-badge">
    <span className="cut">{name}</span>
    <OnDesk id={id} />
  </span>
)

export const LeadCell = ({ lead: { id, name, email, phone, domain_state } }: { lead: LeadRow }) => (
  <TwoLines
    strong
    first={<LeadName id={id} name={name} />}
    second={<Address text={email ?? phone} state={domain_state} />}
  />
)

/** How the person can be reached: email over phone. */
export const ContactCell = ({ email, phone, domain_state }: Pick<LeadRow, 'email' | 'phone' | 'domain_state'>) => (
  <TwoLines first={email && <Address text={email} state={domain_state} />} second={phone} />
)

const Address = ({ text, state }: { text: string | null; state: DomainState }) => (
  <span className="with-badge">
    <span className="cut">{text ?? 'No email, no phone'}</span>
    <DomainBadge state={state} />
  </span>
)

export const CompanyCell = ({ company, city, country }: Pick<LeadRow, 'company' | 'city' | 'country'>) => (
  <TwoLines first={company} second={placeOf({ city, country })} />
)

/** The first product and how many more, over the total quantity. */
export const ProductsCell = ({ products, total }: { products: readonly LeadProduct[]; total: number }) => {
  const [first, ...more] = products
  if (!first) return <EmptyValue />
  return (
    <TwoLines
      first={
        <span className="with-badge">
          <span className="cut">{first.product_name}</span>
          {more.length > 0 && <span className="more">+{more.length}</span>}
        </span>
      }
      second={`Qty ${formats().number(total)}`}
    />
  )
}

export const LeadStatus = (lead: Pick<LeadRow, 'status'> & { kind?: LeadRow['kind'] }) => (
  <StatusTag tone={statusWords(lead.status).tone}>{statusLabel(lead)}</StatusTag>
)

/** How far sales has come; in a colour where the company has given it one. */
export const EnquiryStatusTag = ({ status }: { status: EnquiryStatus }) => {
  const { label, tone } = enquiryWords(status)
  return tone ? <StatusTag tone={tone}>{label}</StatusTag> : <>{label}</>
}

/** What led here; the campaign below, since its name says least without the rest. */
export const UtmCell = ({ utm = null }: Pick<LeadRow, 'utm'>) => {
  const parts = utmParts(utm)
  const [campaign] = parts.filter(({ name }) => name === 'campaign')
  const others = parts.filter((part) => part !== campaign).map(({ value }) => value)
  return others.length > 0 ? (
    <TwoLines first={others.join(' · ')} second={campaign?.value} />
  ) : (
    <TwoLines first={campaign?.value} />
  )
}

export const CommentCell = ({ last_comment }: Pick<LeadRow, 'last_comment'>) =>
  last_comment ? (
    <TwoLines
      first={last_comment.body}
      second={
        <>
          {last_comment.author?.name ?? 'A former colleague'}, <When at={last_comment.at} />
        </>
      }
    />
  ) : (
    <EmptyValue />
  )

/** For the corner of a card. */
export const statusOf = (lead: LeadRow) => <LeadStatus status={lead.status} kind={lead.kind} />
export const enquiryStatusOf = ({ enquiry_status }: LeadRow) =>
  enquiry_status && <EnquiryStatusTag status={enquiry_status} />

/** What is odd about a lead, before anybody has looked. */
export const SignalsCell = ({ lead }: { lead: LeadRow }) => {
  const missing = [...(lead.phone ? [] : ['No phone']), ...(lead.email ? [] : ['No email'])]
  const bare = lead.products?.length === 0 ? ['No product'] : []
  const odd = lead.domain_state !== 'ok' && lead.domain_state !== 'none'
  const twice = (lead.duplicates ?? 0) > 0 ? ['Duplicate'] : []
  const machine = (lead.spam_signals ?? []).length > 0 ? ['Possible spam'] : []
  if (!odd && missing.length + bare.length + twice.length + machine.length === 0) return <EmptyValue />
  return (
    <span className="signals">
      {odd && <DomainBadge state={lead.domain_state} />}
      {[...machine, ...twice, ...missing, ...bare].map((signal) => (
        <span key={signal} className="badge">
          {signal}
        </span>
      ))}
    </span>
  )
}

export const CountryCell = ({ country }: { country: string | null }) => (
  <>{country ? countryName(country) : <EmptyValue />}</>
)
