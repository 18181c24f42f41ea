import { companyWords } from '#contract/leads/company-words.ts'
import { INVALID_REASON_LABELS } from '#contract/leads/lead-labels.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { reasonCodes, reasonLabel } from '#web/leads/words/lead-words.ts'
import { useAction } from '#web/kit/data/api.ts'
import { Choices } from './Choices.tsx'
import { WORDS } from './notification-defaults.ts'

const { addReason, changeReason } = companyWords

/** Why leads may be invalid: the reasons that every company has, and the company's own. */
export const Reasons = () => {
  const words = useCompanyWords()
  const add = useAction(addReason, { done: 'Reason added', refreshes: WORDS })
  const rename = useAction(changeReason, { done: 'Reason renamed', refreshes: WORDS })
  const offer = useAction(changeReason, {
    done: (_, { params, body }) => `${reasonLabel(params.code)} is ${body.hidden ? 'switched off' : 'offered'}`,
    refreshes: WORDS,
  })
  return (
    <Choices
      kind="reason"
      title="Reasons for invalid leads"
      text="A reason that is switched off is no longer offered. Leads that have it keep it, and filters still find it."
      codes={reasonCodes(words)}
      nameOf={reasonLabel}
      usual={INVALID_REASON_LABELS}
      aboutStaying="Always offered, with a note"
      onAdd={(label) => add.orThrow({ body: { label } })}
      onRename={(code, label) => rename.orThrow({ params: { code }, body: { label } })}
      onOffer={(code, offered) => offer({ params: { code }, body: { hidden: !offered } })}
    />
  )
}
