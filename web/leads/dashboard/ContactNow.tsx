import { MailOutlined, PhoneOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { sentenceOf, useOne, type useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { TimeLeftWords } from '#web/leads/list/TimeLeft.tsx'
import { timeThere } from '#web/leads/sales/local-time.ts'
import { workingTimeAgainst } from '#web/platform/calendar/durations.ts'
import { countryName } from '#web/leads/words/lead-words.ts'
import { canCall, telephoneOf } from '#web/platform/contact-details/PhoneLink.tsx'
import { Card, CardBones } from './Card.tsx'

const SHOWN = 5

interface ContactNowProps {
  answer: Pick<ReturnType<typeof useList<typeof validLeads.list>>, 'data' | 'error' | 'isError' | 'refetch'>
  /** The list that they are the first of. */
  to: string | undefined
}

/** Who waits for the first contact, with the ways to reach them. */
export const ContactNow = ({ answer: { data, error, isError, refetch }, to }: ContactNowProps) => {
  const rows = data?.data.slice(0, SHOWN) ?? []
  return (
    <Card title="Contact now" corner={<span className="second">Most urgent first</span>}>
      {isError && (
        <Notice
          kind="error"
          title="Your leads did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, validLeads.list.failure)}
        </Notice>
      )}
      {data && rows.length === 0 && (
        <p className="panel-none">Nobody is waiting. New leads arrive here as QA validates them.</p>
      )}
      {!data && !isError && <CardBones />}
      <ul>
        {rows.map((lead) => (
          <ContactRow key={lead.id} lead={lead} to={`${to ?? '/marketing/valid_leads?'}&lead=${lead.id}`} />
        ))}
      </ul>
      {to && data && data.pagination.total > 0 && (
        <p className="panel-foot">
          <span className="second">New leads arrive here as QA validates them</span>
          <Link to={to}>All {formats().number(data.pagination.total)}</Link>
        </p>
      )}
    </Card>
  )
}

/** As the verdict says it, which the drawer then has already. */
const ContactRow = ({ lead, to }: { lead: LeadRow; to: string }) => {
  const may = can(leadDetails.validated)
  const details = useOne(leadDetails.validated, { params: { id: lead.id } }, { enabled: may })
  const facts = details.data?.data.validated ?? (may && !details.isError ? undefined : lead)
  return (
    <li className="contact-row">
      <Link className="contact-lead" to={to}>
        <Waiting lead={lead} city={facts?.city ?? null} country={facts?.country ?? null} />
      </Link>
      <span className="contact-ways">{facts && <Ways name={lead.name} phone={facts.phone} email={facts.email} />}</span>
    </li>
  )
}

interface WaitingProps {
  lead: LeadRow
  city: string | null
  country: string | null
}

const Waiting = ({ lead, city, country }: WaitingProps) => {
  const [first] = lead.validated?.products ?? lead.products ?? []
  const there = timeThere(country, city)
  return (
    <>
      <span className="queue-name">
        {lead.clock ? <TimeLeftWords clock={lead.clock} /> : <When at={lead.validated_at ?? null} />}
        <span className="second">
          {lead.clock
            ? workingTimeAgainst({ least: lead.clock.target_ms, most: lead.clock.target_ms })
            : 'First contact'}
        </span>
      </span>
      <span className="queue-name">
        <strong className="cut">{lead.name}</strong>
        <span className="second cut">{lead.validated?.company ?? lead.company ?? lead.email}</span>
      </span>
      <span className="queue-name">
        <span className="cut">
          {first ? `${formats().number(first.total_quantity)} × ${first.product_name}` : 'No product named'}
        </span>
        <span className="second cut">
          {[city ?? countryName(country), there && `${there} there`].filter(Boolean).join(', ')}
        </span>
      </span>
    </>
  )
}

const Ways = ({ name, phone, email }: { name: string; phone: string | null; email: string | null }) => (
  <>
    {phone && canCall(phone) && (
      <Button href={telephoneOf(phone)} icon={<PhoneOutlined aria-hidden />} aria-label={`Call ${name}`} />
    )}
    {email && (
      <Button
        href={`mailto:${encodeURIComponent(email)}`}
        icon={<MailOutlined aria-hidden />}
        aria-label={`Write an email to ${name}`}
      />
    )}
  </>
)
