import { Input } from 'antd'
import { useId } from 'react'
import type { SubscriberImport } from '#contract/content/subscriber-imports.ts'
import { SUBSCRIBER_LIMITS } from '#contract/content/subscribers.ts'
import { provesConsent } from './import-consent.ts'
import './declaration.css'

/** What is chosen for all rows of an import. */
export type ChosenForSubscribers = Pick<SubscriberImport, 'declaration'>

interface DeclarationFieldProps {
  fields: readonly (string | null)[]
  chosen: ChosenForSubscribers
  onChange: (more: Partial<ChosenForSubscribers>) => void
}

/** How these people agreed: by columns of the file, or by one sentence for all of them. */
export const DeclarationField = ({ fields, chosen: { declaration }, onChange }: DeclarationFieldProps) => {
  const heading = useId()
  const about = useId()
  return (
    <section className="declaration" aria-labelledby={heading}>
      <h2 id={heading}>Consent</h2>
      <p id={about}>
        {provesConsent(fields)
          ? 'Each row says when and through what its person agreed. For rows that don’t, you can declare it here.'
          : 'Match the columns “Agreed on” and “Agreed through” above, or declare how all these people agreed.'}
      </p>
      <Input.TextArea
        aria-labelledby={heading}
        aria-describedby={about}
        placeholder="These people agreed on … through …"
        rows={2}
        className="grows"
        maxLength={SUBSCRIBER_LIMITS.declaration.max}
        showCount
        value={declaration}
        onChange={({ target }) => onChange({ declaration: target.value })}
      />
      <p>It is stored with every row, as the answer to “How did you get my address?”</p>
    </section>
  )
}
