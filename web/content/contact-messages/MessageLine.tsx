import type { ContactRow } from '#contract/content/contact-message.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import { ContactTags } from './ContactTags.tsx'
import { titleOf } from './contact-words.ts'

/** A message in the list: how it stands and who has it, who wrote and since when it waits, and how it begins. */
export const MessageLine = ({ message }: { message: ContactRow }) => {
  const { name, company, created_at, handled_by, status, message_start, mail_problem } = message
  return (
    <>
      <span className="contact-line-head">
        <span className="contact-tags">
          <ContactTags message={message} />
          {mail_problem && <StatusTag tone="error">Answer not delivered</StatusTag>}
          {handled_by && status !== 'new' && (
            <span className="contact-handler">
              <PersonAvatar name={handled_by.name} /> <bdi className="cut">{handled_by.name}</bdi>
            </span>
          )}
        </span>
        <span className="contact-line-age">
          <When at={created_at} as="age" />
        </span>
      </span>
      <span className="cut">
        <bdi className="contact-line-name">{name}</bdi>
        {company && (
          <span className="contact-line-company">
            {' · '}
            <bdi>{company}</bdi>
          </span>
        )}
      </span>
      <span className="cut" dir="auto">
        {titleOf(message)}
      </span>
      <span className="contact-line-start cut" dir="auto">
        {message_start}
      </span>
    </>
  )
}
