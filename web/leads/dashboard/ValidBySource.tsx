import { Link } from 'react-router'
import type { HomeFigures } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { sourceLabel } from '#web/leads/words/lead-words.ts'
import { counted, formats, percent } from '#web/kit/look/format.ts'
import { Card } from './Card.tsx'

const MOST_SHOWN = 8

interface ValidBySourceProps {
  sources: NonNullable<HomeFigures['sources']>
  days: LeadQuery
}

/** Of the leads of these days that are decided by now, how many of each source are valid, the best source first. */
export const ValidBySource = ({ sources, days }: ValidBySourceProps) => {
  const rows = sources
    .map(({ source, valid, invalid }) => ({ source, decided: valid + invalid, share: valid / (valid + invalid) }))
    .filter(({ decided }) => decided > 0)
    .slice(0, MOST_SHOWN)
    .toSorted((one, other) => other.share - one.share)
  return (
    <Card title="Valid by source" corner={<span className="second">of leads received and decided</span>}>
      {rows.length === 0 && <p className="panel-none">No lead of these days is decided yet.</p>}
      <ul className="steps sources">
        {rows.map(({ source, decided, share }) => {
          const to = linkToLeads('marketing', { ...days, source: [source], status: ['valid', 'invalid'] })
          return (
            <li key={source}>
              <span className="cut">{sourceLabel(source)}</span>
              <span className="step-bar" aria-hidden>
                <span style={{ width: percent(share) }} />
              </span>
              <span>
                <strong>{percent(share)}</strong> of{' '}
                {to ? (
                  <Link to={to} aria-label={`${sourceLabel(source)}, decided: ${counted(decided, 'lead')}`}>
                    {formats().number(decided)}
                  </Link>
                ) : (
                  formats().number(decided)
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
