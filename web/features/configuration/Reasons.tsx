import { Button } from 'antd'
import { useState } from 'react'
import { companyWords, type Choice } from '#contract/company-words.ts'
import { INVALID_REASON_LABELS } from '#contract/lead-labels.ts'
import { useCompanyWords } from '#web/domain/company-words.ts'
import { labelOf, reasonCodes, reasonLabel } from '#web/domain/lead-words.ts'
import { useAction } from '#web/kit/api.ts'
import { can } from '#web/kit/session.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import { NameForm } from './NameForm.tsx'
import { WORDS } from './told.ts'

const { addReason, changeReason } = companyWords
const usualOf = (code: string) => (code in INVALID_REASON_LABELS ? labelOf(INVALID_REASON_LABELS, code) : undefined)

/** Why leads may be invalid: the reasons that every company has, and the company's own. */
export const Reasons = () => {
  const words = useCompanyWords()
  const [naming, setNaming] = useState<{ code?: string }>()
  const said = new Map(words.reasons.map((each) => [each.code, each]))
  const there = reasonCodes(words).map(
    (code): Choice => said.get(code) ?? { code, label: null, hidden: false, gone: false },
  )
  return (
    <section className="section" aria-labelledby="reasons">
      <div className="settings-head">
        <h2 id="reasons">Reasons for invalid leads</h2>
        {can(addReason) && <Button onClick={() => setNaming({})}>Add reason</Button>}
      </div>
      <p className="page-subtitle">
        A reason that is switched off is not offered any more. Leads that have it keep it, and are still found by it.
      </p>
      <ul className="settings">
        {there
          .filter(({ gone }) => !gone)
          .map((reason) => (
            <ReasonRow key={reason.code} reason={reason} onRename={() => setNaming({ code: reason.code })} />
          ))}
      </ul>
      {naming && <ReasonForm code={naming.code} onClose={() => setNaming(undefined)} />}
    </section>
  )
}

const ReasonRow = ({ reason: { code, label, hidden }, onRename }: { reason: Choice; onRename: () => void }) => {
  const name = reasonLabel(code)
  const change = useAction(changeReason, {
    done: (_, { body }) => (body.hidden ? `${name} is switched off` : `${name} is offered`),
    refreshes: WORDS,
  })
  return (
    <ChoiceRow
      name={name}
      about={aboutReason(code, label)}
      hidden={hidden}
      stays={code === 'other'}
      mayChange={can(changeReason)}
      running={change.running}
      onRename={onRename}
      onOffer={(on) => void change({ params: { code }, body: { hidden: !on } })}
    />
  )
}

const aboutReason = (code: string, label: string | null) => {
  const usual = usualOf(code)
  if (usual === undefined) return 'Your own'
  if (label !== null) return `Usually “${usual}”`
  return code === 'other' ? 'Always offered: a note says why' : 'As in every company'
}

const ReasonForm = ({ code, onClose }: { code: string | undefined; onClose: () => void }) => {
  const add = useAction(addReason, { done: 'Reason added', refreshes: WORDS })
  const change = useAction(changeReason, { done: 'Reason renamed', refreshes: WORDS })
  if (code === undefined)
    return (
      <NameForm
        title="Add reason"
        button="Add reason"
        name=""
        usual={undefined}
        onSave={(label) => add.orThrow({ body: { label: label ?? '' } })}
        onClose={onClose}
      />
    )
  return (
    <NameForm
      title={`Rename ${reasonLabel(code)}`}
      button="Save name"
      name={reasonLabel(code)}
      usual={usualOf(code)}
      onSave={(label) => change.orThrow({ params: { code }, body: { label } })}
      onClose={onClose}
    />
  )
}
