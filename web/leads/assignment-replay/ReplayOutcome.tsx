import type { ReactNode } from 'react'
import { MOST_REPLAYED, type AssignmentReplay } from '#contract/leads/assignment-replay.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { longerOrShorter, moreOrFewer, replaySummary, waitInWords } from './replay-words.ts'
import './replay.css'

interface ReplayOutcomeProps {
  replay: AssignmentReplay
  /** Whose settings they are. */
  about?: number
  /** Why it may say less than somebody expects. */
  note?: string | undefined
}

/** Who would have received the leads of the last days, waits and misses, beside the list as it is. */
export const ReplayOutcome = ({ replay, about, note }: ReplayOutcomeProps) => {
  const { leads, newest_only, people } = replay
  return (
    <>
      <p className="replay-days">
        {daysOf(replay)} · {counted(leads, 'lead')}
        {newest_only && `, the newest ${formats().number(MOST_REPLAYED)} of these days`}
      </p>
      <div className="replay-summary" role="status">
        {note && <p>{note}</p>}
        {replaySummary(replay, about).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {leads > 0 && (
        <>
          {people.length > 0 && <People replay={replay} />}
          <Everybody replay={replay} />
        </>
      )}
    </>
  )
}

/** The end is not included. */
const daysOf = ({ from, until }: AssignmentReplay) => {
  const { date } = formats()
  return `${date(from)} – ${date(new Date(Date.parse(until) - 1))}`
}

type Person = AssignmentReplay['people'][number]

interface Fact<Of> {
  title: string
  show: (of: Of) => ReactNode
}

const factsOf = ({ today, proposed }: AssignmentReplay): readonly Fact<Person>[] => [
  { title: 'Received', show: (person) => <Count of={person} which="received" /> },
  { title: 'Fair share', show: (person) => <Share of={person} /> },
  { title: 'Actual', show: ({ actual }) => formats().number(actual.received) },
  { title: 'Waited', show: (person) => <Count of={person} which="waited" worse /> },
  { title: '50% within, calendar time', show: (person) => <Wait of={person} which="median_wait_ms" /> },
  { title: '90% within, calendar time', show: (person) => <Wait of={person} which="p90_wait_ms" /> },
  ...(today.misses === null && proposed.misses === null
    ? []
    : [{ title: 'Missed', show: (person: Person) => <Count of={person} which="misses" worse /> }]),
]

const HEADING = 'Each person, now → with the change'

const People = ({ replay }: { replay: AssignmentReplay }) => {
  const narrow = useNarrow()
  const facts = factsOf(replay)
  if (narrow)
    return (
      <section>
        <h3 className="replay-heading">{HEADING}</h3>
        <ul className="replay-people">
          {replay.people.map((person) => (
            <li key={person.sid}>
              <Name person={person} />
              <dl>
                {facts.map(({ title, show }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{show(person)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <table className="replay-table">
      <caption>{HEADING}</caption>
      <thead>
        <tr>
          <th scope="col">Person</th>
          {facts.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {replay.people.map((person) => (
          <tr key={person.sid}>
            <th scope="row">
              <Name person={person} />
            </th>
            {facts.map(({ title, show }) => (
              <td key={title}>{show(person)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Name = ({ person: { name, today, proposed } }: { person: Person }) => (
  <span className="replay-name">
    {name}
    {!today && <span className="second">joins the list</span>}
    {!proposed && <span className="second">leaves the list</span>}
  </span>
)

interface SideBySide {
  of: { today: Person['today']; proposed: Person['proposed'] }
}

const Count = ({
  of: { today, proposed },
  which,
  worse = false,
}: SideBySide & { which: 'received' | 'waited' | 'misses'; worse?: boolean }) => (
  <Change
    today={today?.[which]}
    proposed={proposed?.[which]}
    write={formats().number}
    difference={moreOrFewer}
    worse={worse}
  />
)

const Share = ({ of: { today, proposed } }: SideBySide) => (
  <Change today={today?.fair_share} proposed={proposed?.fair_share} write={formats().decimal} />
)

const Wait = ({ of: { today, proposed }, which }: SideBySide & { which: 'median_wait_ms' | 'p90_wait_ms' }) => (
  <Change today={today?.[which]} proposed={proposed?.[which]} write={waitInWords} difference={longerOrShorter} worse />
)

interface ChangeProps {
  today: number | null | undefined
  proposed: number | null | undefined
  write: (value: number) => string
  /** Says the difference in words. */
  difference?: (by: number) => string
  /** More of it is worse. */
  worse?: boolean
}

/** Today's figure, and the other one where it is written otherwise. */
const Change = ({ today, proposed, write, difference, worse = false }: ChangeProps) => {
  const [before, after] = [today, proposed].map((value) => (typeof value === 'number' ? write(value) : undefined))
  if (before === after) return before ?? <EmptyValue />
  const by = (proposed ?? 0) - (today ?? 0)
  const tone = worse ? (by > 0 ? 'worse' : 'better') : 'other'
  return (
    <span className="replay-change">
      <span>
        {before ?? <EmptyValue />} → <strong>{after ?? <EmptyValue />}</strong>
      </span>
      {difference && before !== undefined && after !== undefined && (
        <span className={`replay-by replay-${tone}`}>{difference(by)}</span>
      )}
    </span>
  )
}

const number =
  (pick: (side: AssignmentReplay['today']) => number | null, write: (value: number) => string) =>
  (side: AssignmentReplay['today']) => {
    const value = pick(side)
    return value === null ? <EmptyValue /> : write(value)
  }

const allFacts = ({ today, proposed }: AssignmentReplay): readonly Fact<AssignmentReplay['today']>[] => {
  const count = formats().number
  return [
    { title: 'Assigned', show: number(({ received }) => received, count) },
    { title: 'Waited over a minute', show: number(({ waited }) => waited, count) },
    { title: '50% within, calendar time', show: number((side) => side.median_wait_ms, waitInWords) },
    { title: '90% within, calendar time', show: number((side) => side.p90_wait_ms, waitInWords) },
    { title: 'Longest wait, calendar time', show: number((side) => side.longest_wait_ms, waitInWords) },
    ...(today.misses === null && proposed.misses === null
      ? []
      : [{ title: 'Missed the target', show: number(({ misses }: AssignmentReplay['today']) => misses, count) }]),
    { title: 'Left unassigned', show: number(({ left }) => left, count) },
    ...(today.refused + proposed.refused === 0
      ? []
      : [
          {
            title: 'of which nobody was allowed',
            show: number(({ refused }: AssignmentReplay['today']) => refused, count),
          },
        ]),
  ]
}

const Everybody = ({ replay }: { replay: AssignmentReplay }) => {
  const { today, proposed, actual } = replay
  return (
    <table className="replay-table">
      <caption>All leads</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col">Now</th>
          <th scope="col">With the change</th>
          <th scope="col">Actual</th>
        </tr>
      </thead>
      <tbody>
        {allFacts(replay).map(({ title, show }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{show(today)}</td>
            <td>{show(proposed)}</td>
            <td>{show(actual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
