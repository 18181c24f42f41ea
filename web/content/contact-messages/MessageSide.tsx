import { Link } from 'react-router'
import type { ContactMessage, LeadOfAddress } from '#contract/content/contact-message.ts'
import type { contactMessages } from '#contract/content/contact-messages.ts'
import { leadPathFor } from '#contract/leads/lead-path.ts'
import { can } from '#web/kit/data/session.ts'
import type { ListState } from '#web/kit/list/use-list-params.ts'
import { formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import { workingTime } from '#web/platform/calendar/durations.ts'
import { enquiryLabel, statusWords } from '#web/leads/published.ts'
import { CONTACT_STATUS, newsletterWords, titleOf } from './contact-words.ts'

interface MessageSideProps {
  message: ContactMessage
  list: ListState<typeof contactMessages.list>
}

/** What else is known of the address: its leads, what it wrote before, and the newsletter. */
export const MessageSide = ({ message: { leads, earlier, newsletter }, list }: MessageSideProps) => (
  <aside className="contact-about" aria-label="About this address">
    {leads && (
      <section>
        <h3>
          Leads of this address <span>{leads.won > 0 ? `${formats().number(leads.won)} won` : leads.total || ''}</span>
        </h3>
        {leads.rows.length > 0 ? (
          <ul className="contact-cards">
            {leads.rows.map((lead) => (
              <li key={lead.id}>
                <LeadCard lead={lead} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="contact-soft">None yet</p>
        )}
      </section>
    )}
    <section>
      <h3>
        Earlier messages <span>{earlier.total || ''}</span>
      </h3>
      {earlier.rows.length > 0 ? (
        <ul className="contact-cards">
          {earlier.rows.map((row) => (
            <li key={row.id}>
              <Link to={list.linkTo({ message: String(row.id) })} className="contact-card">
                <span className="contact-card-head">
                  <bdi className="contact-line-name cut">{titleOf(row)}</bdi>
                  <span className="contact-soft">{formats().date(row.created_at)}</span>
                </span>
                <span className="contact-soft">{becameOf(row)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="contact-soft">None</p>
      )}
    </section>
    {newsletter && (
      <section>
        <h3>Newsletter</h3>
        <ul className="contact-cards">
          <li className="contact-card contact-card-head">
            <span className="contact-soft">
              {newsletter.since ? (
                <>
                  Since <When at={newsletter.since} as="absolute" />
                </>
              ) : (
                'Not on the list'
              )}
            </span>
            {newsletter.status && (
              <StatusTag tone={newsletterWords(newsletter.status).tone}>
                {newsletterWords(newsletter.status).label}
              </StatusTag>
            )}
          </li>
        </ul>
      </section>
    )}
  </aside>
)

const becameOf = ({ status, handled_by, first_answer_minutes }: ContactMessage['earlier']['rows'][number]) => {
  if (status !== 'answered') return CONTACT_STATUS[status].label
  const by = handled_by ? ` by ${handled_by.name}` : ''
  const time = first_answer_minutes === null ? '' : ` in ${workingTime(first_answer_minutes * 60_000)}`
  return `Answered${by}${time}`
}

const LeadCard = ({ lead }: { lead: LeadOfAddress }) => {
  const { lead_no, status, enquiry_status, product, created_at } = lead
  const path = leadPathFor(lead, can)
  const { label, tone } = statusWords(status)
  const { date, number } = formats()
  const words = (
    <>
      <span className="contact-card-head">
        <span className="contact-line-name">No. {lead_no}</span>
        <StatusTag tone={tone}>{label}</StatusTag>
      </span>
      {product && (
        <bdi className="cut">
          {number(product.quantity)} × {product.name}
          {product.more > 0 && ` +${number(product.more)}`}
        </bdi>
      )}
      <span className="contact-soft">
        {enquiry_status && `${enquiryLabel(enquiry_status)} · `}
        {date(created_at)}
      </span>
    </>
  )
  return path ? (
    <Link to={path} className="contact-card">
      {words}
    </Link>
  ) : (
    <span className="contact-card">{words}</span>
  )
}
