import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { ContactMessage } from '#contract/content/contact-message.ts'
import { pathToLead } from '#contract/leads/lead-path.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { countryName } from '#web/leads/published.ts'
import { ContactTags } from './ContactTags.tsx'
import { titleOf } from './contact-words.ts'
import type { MessageAct } from './use-message-acts.ts'

interface MessageHeadProps {
  message: ContactMessage
  acts: readonly MessageAct[]
  onClose: () => void
}

/** What it is about, who wrote, and what can be done with it. */
export const MessageHead = ({ message, acts, onClose }: MessageHeadProps) => {
  const { name, email, company, phone, phone_as_written, country, known_company, lead } = message
  return (
    <header className="contact-head">
      <Button className="contact-back" type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={onClose}>
        All messages
      </Button>
      <h2 dir="auto">{titleOf(message)}</h2>
      <p className="contact-facts">
        <ContactTags message={message} />
        <bdi className="contact-line-name">{name}</bdi>
        <a href={`mailto:${email}`}>{email}</a>
        {known_company !== null && (
          <span className="contact-known" title={known_company}>
            Known company
          </span>
        )}
      </p>
      <p className="contact-facts contact-soft">
        {company && <bdi>{company}</bdi>}
        {phone && <a href={`tel:${phone}`}>{phone}</a>}
        {phone_as_written && <bdi title="Not a number that can be called">{phone_as_written}</bdi>}
        {country && <span>{countryName(country)}</span>}
        {lead &&
          (lead.seen ? (
            <Link to={pathToLead(lead.seen.id)}>Lead No. {lead.seen.lead_no}</Link>
          ) : (
            <span>Has a lead</span>
          ))}
      </p>
      {acts.length > 0 && (
        <div className="contact-acts">
          {acts.map(({ label, key, run }) => (
            <Button key={label} aria-keyshortcuts={key} onClick={run}>
              {label}
              {key && <Kbd>{key}</Kbd>}
            </Button>
          ))}
        </div>
      )}
    </header>
  )
}
