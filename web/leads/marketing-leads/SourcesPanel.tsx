import { Button, Drawer } from 'antd'
import { Link } from 'react-router'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { toSearch } from '#contract/kit/request.ts'
import { LEAD_STATUSES, type LeadQuery } from '#contract/leads/lead.ts'
import { sourceDetails, type SourceDetail } from '#contract/leads/source-details.ts'
import { sourceLabel } from '#web/leads/words/lead-words.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats, percent } from '#web/kit/look/format.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import './sources.css'

interface SourcesPanelProps {
  /** What the list is narrowed to: the days, the sources and the search count here too. */
  query: LeadQuery
  onClose: () => void
}

const TITLE = 'sources-title'
const OPEN = LEAD_STATUSES.filter((status) => status !== 'valid' && status !== 'invalid')

/** What each source of leads is worth. Every number opens exactly the leads that it counted. */
export const SourcesPanel = ({ query: { from_date, to_date, source, search }, onClose }: SourcesPanelProps) => {
  useFocusBack()
  const narrow = useNarrow()
  const filter: BodyOf<typeof sourceDetails.get> = {
    ...(from_date && { from_date }),
    ...(to_date && { to_date }),
    ...(source && { source }),
    ...(search && { search }),
  }
  const { data, error, isError, refetch } = useOne(sourceDetails.get, { body: filter }, { keepPrevious: true })
  const found = data?.data
  useKeys('panel', [{ keys: 'escape', label: 'Close', run: onClose }])
  const linkTo = (more: LeadQuery) => `/marketing/marketing_leads_list?${toSearch({ view: 'all', ...filter, ...more })}`

  return (
    <Drawer
      open
      title={<span id={TITLE}>Sources</span>}
      size={narrow ? '100%' : 720}
      aria-labelledby={TITLE}
      onClose={onClose}
      rootClassName="sources"
    >
      {isError && (
        <Notice
          kind="error"
          title="The sources did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, sourceDetails.get.failure)}
        </Notice>
      )}
      {found && (
        <>
          <p className="sources-words">
            {daysInWords(filter)}
            {search && ` with “${search}”`}: {inWords(found.sources, found.total)}
          </p>
          {found.sources.length > 0 && (
            <div className="sources-scroll">
              <table className="sources-table">
                <thead>
                  <tr>
                    <th scope="col">Source</th>
                    {['Received', 'Share', 'Valid', 'Invalid', 'Open', 'Valid rate'].map((title) => (
                      <th key={title} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {found.sources.map(({ share, ...row }) => (
                    <Row
                      key={row.source}
                      name={sourceLabel(row.source)}
                      counts={row}
                      share={share}
                      linkTo={(more) => linkTo({ ...more, source: [row.source] })}
                    />
                  ))}
                </tbody>
                <tfoot>
                  <Row name="All" counts={found.total} share={1} linkTo={linkTo} />
                </tfoot>
              </table>
            </div>
          )}
        </>
      )}
    </Drawer>
  )
}

type Counts = Omit<SourceDetail, 'source' | 'share'>

interface RowProps {
  name: string
  counts: Counts
  share: number
  linkTo: (more: LeadQuery) => string
}

const Row = ({ name, counts: { received, valid, invalid, open, valid_rate }, share, linkTo }: RowProps) => {
  const number = (what: string, count: number, more: LeadQuery) => (
    <td>
      {count === 0 ? (
        '0'
      ) : (
        <Link to={linkTo(more)} aria-label={`${name}, ${what}: ${counted(count, 'lead')}`}>
          {formats().number(count)}
        </Link>
      )}
    </td>
  )
  return (
    <tr>
      <th scope="row">{name}</th>
      {number('received', received, {})}
      <td>{percent(share)}</td>
      {number('valid', valid, { status: ['valid'] })}
      {number('invalid', invalid, { status: ['invalid'] })}
      {number('open', open, { status: OPEN })}
      <td>{valid_rate === null ? <EmptyValue /> : percent(valid_rate)}</td>
    </tr>
  )
}

const daysInWords = ({ from_date, to_date }: { from_date?: string; to_date?: string }) => {
  const { writeDay } = formats()
  if (from_date && to_date)
    return from_date === to_date ? writeDay(from_date) : `${writeDay(from_date)} to ${writeDay(to_date)}`
  if (from_date) return `Since ${writeDay(from_date)}`
  return to_date ? `Until ${writeDay(to_date)}` : 'So far'
}

/** The figures as a person would tell them. */
const inWords = (sources: readonly SourceDetail[], total: Counts) => {
  const [first] = sources
  if (!first) return 'no leads were received.'
  const rated = sources.filter(({ valid, invalid }) => valid + invalid >= 5)
  const best = rated.toSorted((one, other) => (other.valid_rate ?? 0) - (one.valid_rate ?? 0))[0]
  return [
    `${counted(total.received, 'lead')} came in, most from ${sourceLabel(first.source).toLowerCase()} (${percent(first.share)}).`,
    total.valid_rate === null ? 'None are decided yet.' : `${percent(total.valid_rate)} of those decided were valid.`,
    best && rated.length > 1 ? `Best: ${sourceLabel(best.source)}, with ${percent(best.valid_rate ?? 0)}.` : '',
  ].join(' ')
}
