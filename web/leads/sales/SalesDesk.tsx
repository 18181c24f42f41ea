import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Lead, LeadProduct } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { formats } from '#web/kit/look/format.ts'
import { LeadWords } from '#web/leads/drawer/LeadWords.tsx'
import { ReadScroll } from '#web/leads/drawer/ReadScroll.tsx'
import { VerdictChecklist } from '#web/leads/drawer/VerdictChecklist.tsx'
import { AskAbout } from '#web/leads/qc-support/AskAbout.tsx'
import { enquiryLabel } from '#web/leads/words/lead-words.ts'
import { ContactActs } from './ContactActs.tsx'
import { OutcomeBox } from './OutcomeBox.tsx'
import { mayBecome, OUTCOMES } from './outcomes.ts'
import { SoldFacts } from './SoldFacts.tsx'
import { SalesStatus } from './SalesStatus.tsx'
import { useSalesEmail } from './sales-email.ts'
import { useOutcome } from './use-outcome.ts'
import '#web/leads/desk/desk.css'
import './sales.css'

interface SalesDeskProps {
  lead: Lead
  /** Opens the lead that follows in the list. */
  onNext: () => void
  /** On narrow screens, what follows in the same scroll. */
  below: ReactNode
}

/** Where a valid lead is sold: how to reach the person, what they want, and what came of it, each by one key. */
export const SalesDesk = ({ lead, onNext, below }: SalesDeskProps) => {
  const details = useOne(leadDetails.validated, { params: { id: lead.id } }, { enabled: can(leadDetails.validated) })
  const verdict = details.data?.data.validated
  const facts = verdict ?? lead
  const mail = useSalesEmail(facts.email, lead, facts.products)
  const outcome = useOutcome(lead, onNext)
  return (
    <>
      <ReadScroll>
        {details.isError && (
          <Notice kind="error" title="The verdict did not load">
            {sentenceOf(details.error)} The original details are below.
          </Notice>
        )}
        <SalesStatus lead={lead} country={facts.country} city={facts.city} />
        <ContactActs phone={facts.phone} email={facts.email} mail={mail} />
        <h3>Enquiry</h3>
        <LeadWords message={lead.message} />
        <Wanted lead={lead} products={facts.products} />
        {verdict?.comments && (
          <>
            <h3>Comments of the verdict</h3>
            <p className="verdict-comments">{verdict.comments}</p>
          </>
        )}
        <h3>{verdict ? 'Validated details' : 'Original details'}</h3>
        <SoldFacts lead={lead} sent={details.data?.data.lead ?? lead} validated={facts} />
        {verdict?.checklist && verdict.checklist.answers.length > 0 && (
          <details className="sold-checklist">
            <summary>{checklistWords(verdict.checklist.answers)}</summary>
            <VerdictChecklist {...verdict.checklist} />
          </details>
        )}
        {below}
      </ReadScroll>
      <div className="desk-box">
        {outcome.now && (
          <OutcomeBox
            outcome={outcome.now}
            said={outcome.said}
            problem={outcome.problem}
            onChange={outcome.change}
            onSave={outcome.save}
            onLeave={outcome.leave}
          />
        )}
      </div>
      <OutcomeFoot lead={lead} outcome={outcome} />
    </>
  )
}

const OutcomeFoot = ({ lead, outcome }: { lead: Lead; outcome: ReturnType<typeof useOutcome> }) => (
  <div className="desk-foot outcomes">
    {OUTCOMES.map((each, at) => (
      <Button
        key={each}
        className={each === outcome.now ? 'outcome-chosen' : ''}
        disabled={!mayBecome(lead, each) || outcome.running}
        aria-pressed={each === outcome.now}
        aria-keyshortcuts={String(at + 1)}
        onClick={() => outcome.begin(each)}
      >
        {enquiryLabel(each)}
        <Kbd>{at + 1}</Kbd>
      </Button>
    ))}
    {outcome.now && (
      <Button
        type="primary"
        className="desk-decide"
        loading={outcome.running}
        aria-keyshortcuts="Control+Enter"
        onClick={outcome.save}
      >
        Save and next
        <Kbd>Ctrl</Kbd>
        <Kbd>Enter</Kbd>
      </Button>
    )}
  </div>
)

const Wanted = ({ lead, products }: { lead: Lead; products: readonly LeadProduct[] }) =>
  products.length > 0 && (
    <ul className="wanted">
      {products.map((product, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a verdict have no numbers of their own
        <li key={at}>
          <strong>{formats().number(product.total_quantity)}</strong>
          <span>{product.product_name}</span>
          <AskAbout lead={lead} product={product} />
        </li>
      ))}
    </ul>
  )

/** `Checklist: 9 yes, 1 not sure` */
const checklistWords = (answers: readonly { answer: 'yes' | 'no' | 'not_sure' }[]) => {
  const count = (answer: string) => answers.filter((each) => each.answer === answer).length
  const counts = [
    [count('yes'), 'yes'],
    [count('no'), 'no'],
    [count('not_sure'), 'not sure'],
  ] as const
  return `Checklist: ${counts.flatMap(([n, word]) => (n > 0 ? [`${n} ${word}`] : [])).join(', ')}`
}
