import { Button } from 'antd'
import { Link } from 'react-router'
import type { LeadRow } from '#contract/leads/lead.ts'
import { myVerdicts } from '#contract/leads/my-verdicts.ts'
import { sentenceOf, useList } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { counted, formats, percent } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { becameOf } from '#web/leads/my-verdicts/became.tsx'
import { enquiryLabel, reasonLabel } from '#web/leads/words/lead-words.ts'
import { Card } from './Card.tsx'
import type { Quality } from './OwnQuality.tsx'

const STEPS = ['won', 'quoted', 'contacted', 'nurture', 'open', 'lost'] as const
const SHOWN = 3

/** What became of the leads that the person validated, and why they rejected others; each number opens its rows. */
export const VerdictFates = ({ quality }: { quality: Quality }) => (
  <div className="rep-home">
    <ValidLeads quality={quality} />
    <Reasons quality={quality} />
  </div>
)

const ValidLeads = ({ quality: { from_date, now, became } }: { quality: Quality }) => {
  const steps = STEPS.map((step) => ({ step, n: became[step] ?? 0 })).filter(({ n }) => n > 0)
  const valid = { from_date, verdict: ['valid' as const] }
  const { data, isError, error, refetch } = useList(myVerdicts.list, {
    from_date,
    enquiry_status: ['won', 'lost', 'quoted', 'contacted'],
    sort: 'updated_at',
    order: 'desc',
    page: 1,
    pageSize: 10,
  })
  return (
    <Card
      title="Outcome of your valid leads"
      corner={<span className="second">{counted(now.valid, 'lead')} validated in the last 30 days</span>}
    >
      {now.valid === 0 ? (
        <p className="panel-none">You validated no leads in the last 30 days.</p>
      ) : (
        <>
          <p className="fate-bar" aria-hidden>
            {steps.map(({ step, n }) => (
              <span key={step} className={`fate-${step}`} style={{ flexGrow: n }} />
            ))}
          </p>
          <ul className="fate-legend">
            {steps.map(({ step, n }) => (
              <li key={step}>
                <span className={`fate-mark fate-${step}`} aria-hidden />
                {enquiryLabel(step)}{' '}
                <Link
                  to={linkToLeads('decided', { ...valid, enquiry_status: [step] }) ?? ''}
                  aria-label={`${enquiryLabel(step)}: ${counted(n, 'lead')}`}
                >
                  {formats().number(n)}
                </Link>
              </li>
            ))}
            <li className="second">{percent((became.won ?? 0) / now.valid)} won</li>
          </ul>
        </>
      )}
      {isError && (
        <Notice
          kind="error"
          title="Your verdicts did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, myVerdicts.list.failure)}
        </Notice>
      )}
      <ul>
        {data?.data.slice(0, SHOWN).map((lead) => (
          <li key={lead.id}>
            <Fate lead={lead} to={`${linkToLeads('decided', { from_date }) ?? ''}&lead=${lead.id}`} />
          </li>
        ))}
      </ul>
      <p className="panel-foot">
        <span className="second">Leads that left your queue</span>
        <Link to={linkToLeads('decided', {}) ?? ''}>All your verdicts</Link>
      </p>
    </Card>
  )
}

const Fate = ({ lead, to }: { lead: LeadRow; to: string }) => (
  <Link className="follow-row fate-row" to={to}>
    <span className="fate-status">{becameOf(lead)}</span>
    <span className="queue-name">
      <strong className="cut">{lead.company ?? lead.name}</strong>
      <span className="second cut">
        {lead.name}
        {lead.sales_person && `, with ${lead.sales_person.name}`}
      </span>
    </span>
    <span className="second">
      <When at={lead.updated_at} />
    </span>
  </Link>
)

const Reasons = ({ quality: { from_date, now, reasons } }: { quality: Quality }) => {
  const most = Math.max(1, ...reasons.map(({ leads }) => leads))
  return (
    <Card
      title="Your reasons for invalid"
      corner={<span className="second">{formats().number(now.invalid)} in 30 days</span>}
    >
      {reasons.length === 0 && <p className="panel-none">You rejected no leads in the last 30 days.</p>}
      <ul className="steps fate-reasons">
        {reasons.map(({ reason, leads }) => (
          <li key={reason}>
            <span className="cut">{reasonLabel(reason)}</span>
            <span className="step-bar" aria-hidden>
              <span style={{ width: `${(leads / most) * 100}%` }} />
            </span>
            <Link
              to={linkToLeads('decided', { from_date, verdict: ['invalid'], reason: [reason] }) ?? ''}
              aria-label={`${reasonLabel(reason)}: ${counted(leads, 'lead')}`}
            >
              {formats().number(leads)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
