import type { contactMessages } from '#contract/content/contact-messages.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { firstMessages } from '#server/content/contact-messages/list.ts'
import type { Figure } from '../figure.ts'
import type { Place } from '../place.ts'
import { countedList, GOAL, SEARCH_GOAL, type Listing } from './counted-list.ts'

/** The list of the contact form’s messages. */
export const contactLists = (place: Place, rows: number, rounds: number): Promise<Figure[]> =>
  countedList(place, LISTING, rows, rounds)

/** Messages without a history; most of them have been answered. */
const INSERT = `
  insert into contact_messages (company_id, contact_no, name, email, email_domain, company, subject, message, source, status, handled_by,
     message_hash, created_at, updated_at)
   select c.id, m.n, 'Person ' || m.n, md5(m.n::text) || '@' || m.n % 977 || '.example', m.n % 977 || '.example', 'Firm ' || m.n % 5000,
     'Presses', 'What do ' || m.n % 90 || ' presses cost, and when could you deliver them? ' || repeat('We need them soon. ', (m.n % 20)::int),
     case when m.n % 20 = 0 then 'api' else 'website_form' end, status,
     case when status <> 'new' then (select min(p.id) from identity.memberships p where p.company_id = c.id) end,
     sha256(m.n::text::bytea), now() - m.n * interval '30 seconds', now() - m.n * interval '20 seconds'
   from identity.companies c
   cross join (select n + (select count(*) from contact_messages) as n from generate_series(1, $2::int) n) m
   cross join lateral (select case when m.n % 100 = 0 then 'spam' when m.n % 50 = 1 then 'new' when m.n % 25 = 2 then 'in_progress'
     when m.n % 10 = 3 then 'archived' else 'answered' end as status) s
   where c.domain = $1`

const LISTING: Listing<QueryOf<typeof contactMessages.list>> = {
  path: '/marketing/contact-us',
  pages: [
    ['contact', {}, GOAL],
    ['contact: one status', { status: ['new'] }, GOAL],
    ['contact: statuses', { status: ['new', 'in_progress', 'spam'] }, GOAL],
    ['contact: last page', { page: 500 }, GOAL],
    ['contact: search', { search: 'a7c3' }, SEARCH_GOAL],
  ],
  wire: {},
  first: firstMessages,
  table: 'contact_messages',
  insert: INSERT,
}
