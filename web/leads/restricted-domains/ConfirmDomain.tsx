import { Form, Input } from 'antd'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { IMPACT_DAYS, type DomainImpact, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { ReplayAsk } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { ReplayOutcome } from '#web/leads/assignment-replay/ReplayOutcome.tsx'
import { counted } from '#web/kit/look/format.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { TREATED } from './domain-settings.ts'

interface ConfirmDomainProps {
  /** The question, and the button that says yes to it. */
  title: string
  button: string
  impact: DomainImpact
  /** As the impact was asked for; absent for one of the allowed domains, which is not replayed. */
  change: BodyOf<typeof assignmentReplay.domain> | undefined
  /** What the entry will do to enquiries; undefined where it will do nothing. */
  effect: RestrictedDomain['effect'] | undefined
  danger?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Before the list is changed: what that touches. Where valid leads are among it, the domain's name has to be typed. */
export const ConfirmDomain = ({
  title,
  button,
  impact,
  change,
  effect,
  danger,
  onConfirm,
  onClose,
}: ConfirmDomainProps) => {
  const { domainName, leads, newly, no_longer, valid, examples } = impact
  return (
    <FormModal<{ name?: string }>
      open
      title={title}
      button={button}
      danger={danger === true || valid > 0}
      onClose={onClose}
      onSave={onConfirm}
    >
      <p>
        {leads === 0 && `No leads of the last ${IMPACT_DAYS} days would have changed.`}
        {leads > 0 && sentenceOf(impact, effect)}
        {valid > 0 && (
          <>
            {' '}
            <strong className="warn-number">{validOf(leads, valid)}</strong>
            {'. '}
          </>
        )}
        {leads > 0 && 'Existing leads stay as they are.'}
      </p>
      <ul className="impact">
        {examples.map(({ id, name, company, status, created_at }) => (
          <li key={id} className={status === 'valid' ? 'impact-valid' : undefined}>
            <TwoLines first={name} second={company} />
            <LeadStatus status={status} />
            <span className="second">
              <When at={created_at} />
            </span>
          </li>
        ))}
      </ul>
      {examples.length > 0 && leads > examples.length && (
        <p className="second">and {counted(leads - examples.length, 'more lead')}</p>
      )}
      <HeldNote {...impact} by={change ? 'It quarantines' : 'Restricted domains quarantine'} />
      {change && newly + no_longer > 0 && (
        <ReplayAsk
          label="Show the last 30 days with this"
          title={`The last 30 days with this for ${domainName}`}
          endpoint={assignmentReplay.domain}
          propose={() => ({ body: change })}
        >
          {({ data: { qa, ...turned } }) => <ReplayOutcome replay={qa} note={turnedSentence(turned)} />}
        </ReplayAsk>
      )}
      {valid > 0 && (
        <Form.Item
          name="name"
          label={`Type ${domainName} to confirm`}
          required
          rules={[
            {
              validator: (_, text) =>
                text?.trim() === domainName ? Promise.resolve() : Promise.reject(new Error(`Type ${domainName}`)),
            },
          ]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      )}
    </FormModal>
  )
}

/** What would have become of the leads of late. */
const sentenceOf = ({ leads, newly, no_longer }: DomainImpact, effect: ConfirmDomainProps['effect']) => {
  const otherwise = leads - newly - no_longer
  const treated = effect && TREATED[effect]
  const parts = [
    newly > 0 && `${treated ?? 'quarantined or marked invalid'} ${counted(newly, 'lead')}`,
    otherwise > 0 &&
      (treated
        ? `${treated} ${counted(otherwise, 'lead')} instead`
        : `treated ${counted(otherwise, 'lead')} differently`),
    no_longer > 0 && `let ${counted(no_longer, 'lead')} through`,
  ].filter((part) => part !== false)
  return `This would have ${parts.join(', ')} in the last ${IMPACT_DAYS} days.`
}

/** What of these days would not have come to QA, or would have come too. */
const turnedSentence = ({ newly, no_longer }: Pick<DomainImpact, 'newly' | 'no_longer'>) => {
  const parts = [
    newly > 0 && `${counted(newly, 'lead')} would have had no owner`,
    no_longer > 0 && `${counted(no_longer, 'lead')} more would have reached QA`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'No leads of these days would have changed.'
}

/** The leads that wait in quarantine today. */
const HeldNote = ({ held, released, by }: Pick<DomainImpact, 'held' | 'released'> & { by: string }) => {
  if (held === 0) return null
  if (released === 0)
    return (
      <p className="second">
        {counted(held, 'quarantined lead stays quarantined', 'quarantined leads stay quarantined')}.
      </p>
    )
  return (
    <p>
      {by} <strong>{counted(held, 'lead')}</strong>
      {released === held ? (held === 1 ? ', which' : ', all of which') : `, ${released} of which`} can be released next.
    </p>
  )
}

const validOf = (leads: number, valid: number) => {
  if (leads === 1) return 'It was valid'
  return valid === leads ? 'All of them were valid' : `${valid} of them ${valid === 1 ? 'was' : 'were'} valid`
}
