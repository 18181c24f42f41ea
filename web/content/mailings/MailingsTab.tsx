import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { mailings, MAILING_STATES } from '#contract/content/mailings.ts'
import { refresh, useWatched } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { idIn } from '#web/kit/list/id-in.ts'
import type { Filter, View } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { TAB } from '#web/kit/list/tab-name.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { MAILING } from './mailing-link.ts'
import { MAILING_COLUMNS, mailingCard } from './mailing-columns.tsx'
import { isGoing, MAILING_WORDS } from './mailing-words.ts'
import { MailingBox } from './MailingBox.tsx'
import { MailingPage } from './MailingPage.tsx'
import './mailings.css'

interface MailingsTabProps {
  /** Of the screen. */
  title: string
  /** Links to the views of its other list. */
  tabs: ReactNode
}

/** The mailings of the newsletter's screen, or the one that the address names. */
export const MailingsTab = (props: MailingsTabProps) => {
  const [search] = useSearchParams()
  const id = idIn(search.get(MAILING) ?? undefined)
  return id === undefined ? <Mailings {...props} /> : <MailingPage key={id} id={id} />
}

const EMPTY = { title: 'No mailings yet', text: 'Open the Blog List and press U on a post to send its update.' }

const VIEWS: readonly View[] = [
  { key: 'mailings', label: 'Mailings', params: {}, empty: EMPTY },
  {
    key: 'running',
    label: 'Running',
    params: { state: ['held', 'sending', 'paused'] },
    empty: { title: 'No mailing is running', text: 'Mailings appear here from their hold to their end.' },
  },
  {
    key: 'person',
    label: 'Needs a person',
    params: { needs: 'person' },
    empty: {
      title: 'Nothing to decide',
      text: 'Mailings appear here when they have stopped, or while nobody knows whether a mail arrived.',
    },
  },
]

const STATES: Filter = {
  kind: 'many',
  name: 'state',
  label: 'State',
  options: MAILING_STATES.map((value) => ({ value, label: MAILING_WORDS[value].label })),
}

/** Those that are on their way in boxes, and all of them as a list. */
const Mailings = ({ title, tabs }: MailingsTabProps) => {
  const list = useListParams({ endpoint: mailings.list, sorts: [], own: [TAB, MAILING], views: VIEWS })
  return (
    <div className="mailings">
      <ListPage
        title={title}
        list={list}
        noun={['mailing', 'mailings']}
        columns={MAILING_COLUMNS}
        search="Search mailings"
        filters={[STATES]}
        tabs={{ before: tabs }}
        lead={<OnTheirWay />}
        onOpen={({ id }) => list.change({ [MAILING]: String(id) })}
        card={mailingCard}
        empty={EMPTY}
      />
    </div>
  )
}

/** The mailings that have not ended; one that ends while it is looked at stays until the page is left. */
const OnTheirWay = () => {
  const answer = useWatched(
    mailings.list,
    { query: { state: ['held', 'sending', 'paused'], pageSize: 20 } },
    ({ data }) => data.some(isGoing),
    can(mailings.list),
    LOOK_EVERY_MS,
  )
  const [seen, setSeen] = useState<readonly number[]>([])
  const more = answer.data?.data.map(({ id }) => id).filter((id) => !seen.includes(id)) ?? []
  if (more.length > 0) setSeen([...more, ...seen])
  // What has begun or ended meanwhile stands otherwise among the rows.
  const going = answer.data?.data.map(({ id, state }) => `${id} ${state}`).join()
  const before = useRef(going)
  useEffect(() => {
    if (before.current !== undefined && before.current !== going) void refresh(mailings.list)
    before.current = going
  }, [going])
  if (seen.length === 0) return null
  return (
    <div className="mailing-boxes">
      {seen.map((id) => (
        <MailingBox key={id} id={id} />
      ))}
    </div>
  )
}

const LOOK_EVERY_MS = 5_000
