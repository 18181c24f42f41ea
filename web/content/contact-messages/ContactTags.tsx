import type { ContactRow } from '#contract/content/contact-message.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { CONTACT_STATUS } from './contact-words.ts'

/** How a message stands, and whether its domain is restricted. */
export const ContactTags = ({ message: { status, domain_badge } }: { message: ContactRow }) => (
  <>
    <StatusTag tone={CONTACT_STATUS[status].tone}>{CONTACT_STATUS[status].label}</StatusTag>
    {domain_badge && (
      <span className="contact-restricted" title={domain_badge.domain}>
        Restricted domain
      </span>
    )}
  </>
)
