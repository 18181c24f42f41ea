import type { subscribers } from '#contract/content/subscribers.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { firstSubscribers } from '#server/content/subscribers/list.ts'
import type { Figure } from '../figure.ts'
import type { Place } from '../place.ts'
import { countedList, GOAL, SEARCH_GOAL, type Listing } from './counted-list.ts'

/** The list of subscribers. */
export const subscriberLists = (place: Place, rows: number, rounds: number): Promise<Figure[]> =>
  countedList(place, LISTING, rows, rounds)

/** Subscribers without a history, most of them subscribed. */
const INSERT = `
  insert into newsletter_subscribers (company_id, email, name, status, blocked_from, status_source, source, created_at, status_at, confirmed_at)
   select c.id, md5(m.n::text) || '@' || m.n % 977 || '.example', 'Person ' || m.n, status, case when status = 'blocked' then 'subscribed' end,
     'form', (array['website_form', 'website_form', 'import', 'manual', 'registration'])[1 + m.n % 5],
     now() - m.n * interval '30 seconds', now() - m.n * interval '20 seconds', now() - m.n * interval '25 seconds'
   from identity.companies c
   cross join (select n + (select count(*) from newsletter_subscribers) as n from generate_series(1, $2::int) n) m
   cross join lateral (select case when m.n % 100 = 0 then 'complained' when m.n % 50 = 1 then 'bounced' when m.n % 50 = 2 then 'blocked'
     when m.n % 25 = 3 then 'unconfirmed' when m.n % 10 = 4 then 'unsubscribed' else 'subscribed' end as status) s
   where c.domain = $1`

const LISTING: Listing<QueryOf<typeof subscribers.list>> = {
  path: '/marketing/newsletter-list',
  pages: [
    ['subscribers', {}, GOAL],
    ['subscribers: one status', { status: ['complained'] }, GOAL],
    ['subscribers: statuses', { status: ['bounced', 'complained', 'unsubscribed'] }, GOAL],
    ['subscribers: source', { source: ['registration'] }, GOAL],
    ['subscribers: last page', { page: 500 }, GOAL],
    ['subscribers: search', { search: 'a7c3' }, SEARCH_GOAL],
  ],
  wire: { page: 'current', search: 'searchText' },
  first: firstSubscribers,
  table: 'newsletter_subscribers',
  insert: INSERT,
}
