import { Link } from 'react-router'
import type { Mailing } from '#contract/content/mailings.ts'
import type { Card, Column } from '#web/kit/list/list.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { mailingLink } from './mailing-link.ts'
import { editionWords, MAILING_WORDS, momentWords, needsPerson } from './mailing-words.ts'

export const MAILING_COLUMNS: readonly Column<Mailing>[] = [
  { key: 'mailing', title: 'Mailing', width: 300, priority: 0, render: (mailing) => <Name {...mailing} /> },
  { key: 'state', title: 'State', width: 210, priority: 0, render: (mailing) => <State {...mailing} /> },
  ...(
    [
      { key: 'sent', title: 'Sent', priority: 1 },
      { key: 'refused', title: 'Refused', priority: 2 },
      { key: 'in_doubt', title: 'In doubt', priority: 1 },
    ] as const
  ).map(({ key, ...column }): Column<Mailing> => ({
    key,
    ...column,
    width: 92,
    align: 'right',
    render: ({ counts }) => <Count>{counts[key]}</Count>,
  })),
  {
    key: 'unsubscribed_since',
    title: 'Unsubscribed since',
    width: 150,
    priority: 3,
    align: 'right',
    render: ({ unsubscribed_since }) => <Count>{unsubscribed_since}</Count>,
  },
  {
    key: 'ended',
    title: 'Ended',
    width: 150,
    priority: 1,
    align: 'right',
    render: (mailing) => <Ended {...mailing} />,
  },
]

export const mailingCard = (mailing: Mailing): Card => ({
  title: mailing.post_title,
  corner: <StatusTag tone={MAILING_WORDS[mailing.state].tone}>{MAILING_WORDS[mailing.state].label}</StatusTag>,
  lines: [
    `${formats().number(mailing.counts.sent)} of ${formats().number(mailing.total)} sent${
      mailing.edition > 1 ? ` · ${editionWords(mailing.edition)}` : ''
    }`,
  ],
  end: <Ended {...mailing} />,
})

const Name = ({ post_title, edition }: Mailing) => (
  <span className="cut" title={post_title}>
    <strong className="mailing-name">{post_title}</strong>
    {edition > 1 && <span className="second"> {editionWords(edition)}</span>}
  </span>
)

const State = ({ state, stopped_reason }: Mailing) => (
  <span className="mailing-state">
    <StatusTag tone={MAILING_WORDS[state].tone}>{MAILING_WORDS[state].label}</StatusTag>
    {state === 'stopped' && stopped_reason && (
      <span className="second cut" title={stopped_reason}>
        {stopped_reason}
      </span>
    )}
  </span>
)

const Count = ({ children }: { children: number }) => (children > 0 ? formats().number(children) : <EmptyValue />)

const Ended = (mailing: Mailing) =>
  needsPerson(mailing) ? (
    <Link to={mailingLink(mailing.id)}>Decide what to do</Link>
  ) : mailing.finished_at ? (
    <time dateTime={mailing.finished_at} title={formats().dateTimeZone(mailing.finished_at)}>
      {momentWords(mailing.finished_at)}
    </time>
  ) : (
    <EmptyValue />
  )
