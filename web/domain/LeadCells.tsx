import type { DomainState, Lead, LeadProduct } from '#contract/lead.ts'
import { EmptyValue } from '#web/kit/EmptyValue.tsx'
import { formats } from '#web/kit/format.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { TwoLines } from '#web/kit/TwoLines.tsx'
import { When } from '#web/kit/When.tsx'
import { DomainBadge } from './DomainBadge.tsx'
import { countryName, ENQUIRY_STATUS, placeOf, SOURCE, STATUS } from './lead-words.ts'

export const LeadCell = ({ lead: { name, email, phone, domain_state } }: { lead: Lead }) => (
  <TwoLines strong first={name} second={<Address text={email ?? phone} state={domain_state} />} />
)

const Address = ({ text, state }: { text: string | null; state: DomainState }) => (
  <span className="with-badge">
    <span className="cut">{text ?? 'No e-mail, no phone'}</span>
    <DomainBadge state={state} />
  </span>
)

export const CompanyCell = ({ company, city, country }: Pick<Lead, 'company' | 'city' | 'country'>) => (
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

export const SourceCell = ({ source, enquiry_status }: Pick<Lead, 'source' | 'enquiry_status'>) => (
  <TwoLines first={SOURCE[source]} second={enquiry_status ? ENQUIRY_STATUS[enquiry_status] : undefined} />
)

export const LeadStatus = ({ status }: Pick<Lead, 'status'>) => (
  <StatusTag tone={STATUS[status].tone}>{STATUS[status].label}</StatusTag>
)

export const ReceivedCell = ({ created_at, lead_no }: Pick<Lead, 'created_at' | 'lead_no'>) => (
  <TwoLines first={<When at={created_at} />} second={`No. ${lead_no}`} />
)

export const CommentCell = ({ last_comment }: Pick<Lead, 'last_comment'>) =>
  last_comment ? (
    <TwoLines
      first={last_comment.body}
      second={
        <>
          {last_comment.author?.name ?? 'Somebody who has left'}, <When at={last_comment.at} />
        </>
      }
    />
  ) : (
    <EmptyValue />
  )

/** What is odd about a lead, before anybody has looked. */
export const SignalsCell = ({ lead }: { lead: Lead }) => {
  const missing = [...(lead.phone ? [] : ['No phone']), ...(lead.email ? [] : ['No e-mail'])]
  const bare = lead.products.length === 0 ? ['No product'] : []
  const odd = lead.domain_state !== 'ok' && lead.domain_state !== 'none'
  if (!odd && missing.length === 0 && bare.length === 0) return <EmptyValue />
  return (
    <span className="signals">
      {odd && <DomainBadge state={lead.domain_state} />}
      {[...missing, ...bare].map((signal) => (
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
