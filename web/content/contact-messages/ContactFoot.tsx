import type { ContactRow } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import type { Page } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import type { ListState } from '#web/kit/list/use-list-params.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { NOUN } from './contact-words.ts'

interface ContactFootProps {
  list: ListState<typeof contactMessages.list>
  page: Page<ContactRow> | undefined
}

/** Where in the list one is, which keys there are, and the way to other pages. */
export const ContactFoot = ({ list, page }: ContactFootProps) => (
  <footer className="list-foot contact-foot">
    <span>{page && rangeOf(page)}</span>
    <span className="key-hints" aria-hidden>
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
      {can(contactMessages.setStatus) &&
        HINTS.map(([key, words]) => (
          <span key={key}>
            <Kbd>{key}</Kbd> {words}
          </span>
        ))}
    </span>
    {page && (
      <Pager pagination={page.pagination} linkTo={(next) => list.linkTo({ page: String(next), message: undefined })} />
    )}
  </footer>
)

const HINTS = [
  ['T', 'take'],
  ['R', 'reply'],
  ['L', 'lead'],
  ['S', 'spam'],
  ['E', 'archive'],
  ['Z', 'undo'],
] as const

const rangeOf = ({ data, pagination: { page, pageSize, total } }: Page<ContactRow>) => {
  const { number } = formats()
  const first = (page - 1) * pageSize + 1
  return data.length === 0
    ? counted(total, ...NOUN)
    : `${number(first)}–${number(first + data.length - 1)} of ${number(total)}`
}
