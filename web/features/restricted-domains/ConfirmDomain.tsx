import { Form, Input } from 'antd'
import { IMPACT_DAYS, type DomainImpact } from '#contract/restricted-domains.ts'
import { LeadStatus } from '#web/domain/LeadCells.tsx'
import { counted } from '#web/kit/format.ts'
import { FormModal } from '#web/kit/FormModal.tsx'
import { TwoLines } from '#web/kit/TwoLines.tsx'
import { When } from '#web/kit/When.tsx'

interface ConfirmDomainProps {
  impact: DomainImpact
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Before a domain is restricted that leads came from. Where some of them were valid, its name has to be typed. */
export const ConfirmDomain = ({ impact, onConfirm, onClose }: ConfirmDomainProps) => {
  const { domainName, leads, valid, examples } = impact
  return (
    <FormModal<{ name?: string }>
      open
      title={`Restrict ${domainName}?`}
      button={`Restrict ${domainName}`}
      danger={valid > 0}
      onClose={onClose}
      onSave={onConfirm}
    >
      <p>
        {counted(leads, 'lead')} of the last {IMPACT_DAYS} days came from it
        {valid > 0 && (
          <>
            , and <strong className="warn-number">{validOf(leads, valid)}</strong>
          </>
        )}
        . Nothing changes for them; the next ones are held back.
      </p>
      <ul className="impact">
        {examples.map(({ id, name, company, status, created_at }) => (
          <li key={id}>
            <TwoLines first={name} second={company} />
            <LeadStatus status={status} />
            <span className="second">
              <When at={created_at} />
            </span>
          </li>
        ))}
      </ul>
      {leads > examples.length && <p className="second">and {counted(leads - examples.length, 'more lead')}</p>}
      {valid > 0 && (
        <Form.Item
          name="name"
          label={`Type ${domainName} to go on`}
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

const validOf = (leads: number, valid: number) => {
  if (leads === 1) return 'it was valid'
  return valid === leads ? 'all of them were valid' : `${valid} of them ${valid === 1 ? 'was' : 'were'} valid`
}
