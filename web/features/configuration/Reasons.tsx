import { Button, Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { companyWords, type Choice } from '#contract/company-words.ts'
import { INVALID_REASON_LABELS } from '#contract/lead-labels.ts'
import { useCompanyWords } from '#web/domain/company-words.ts'
import { labelOf, reasonCodes, reasonLabel } from '#web/domain/lead-words.ts'
import { useAction } from '#web/kit/api.ts'
import { FormModal } from '#web/kit/FormModal.tsx'
import { can } from '#web/kit/session.ts'
import { REASONS } from './told.ts'

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
      {naming && <NameForm code={naming.code} onClose={() => setNaming(undefined)} />}
    </section>
  )
}

const ReasonRow = ({ reason: { code, label, hidden }, onRename }: { reason: Choice; onRename: () => void }) => {
  const name = reasonLabel(code)
  const change = useAction(changeReason, {
    done: (_, { body }) => (body.hidden ? `${name} is switched off` : `${name} is offered`),
    refreshes: REASONS,
  })
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p>{aboutReason(code, label)}</p>
      </div>
      <div className="settings-acts">
        {can(changeReason) && (
          <Button aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
        )}
        <Switch
          aria-label={`Offer ${name}`}
          checked={!hidden}
          loading={change.running}
          disabled={code === 'other' || !can(changeReason)}
          onChange={(on) => void change({ params: { code }, body: { hidden: !on } })}
        />
      </div>
    </li>
  )
}

const aboutReason = (code: string, label: string | null) => {
  const usual = usualOf(code)
  if (usual === undefined) return 'Your own'
  if (label !== null) return `Usually “${usual}”`
  return code === 'other' ? 'Always offered: a note says why' : 'As in every company'
}

/** Names a new reason, or one that is there; left empty, a usual one is called as usual again. */
const NameForm = ({ code, onClose }: { code: string | undefined; onClose: () => void }) => {
  const add = useAction(addReason, { done: 'Reason added', refreshes: REASONS })
  const change = useAction(changeReason, { done: 'Reason renamed', refreshes: REASONS })
  const usual = code === undefined ? undefined : usualOf(code)
  const name = code === undefined ? '' : reasonLabel(code)
  return (
    <FormModal<{ label: string }>
      open
      title={code === undefined ? 'Add reason' : `Rename ${name}`}
      button={code === undefined ? 'Add reason' : 'Save name'}
      onClose={onClose}
      initialValues={{ label: name }}
      onSave={({ label }) =>
        code === undefined
          ? add.orThrow({ body: { label } })
          : change.orThrow({ params: { code }, body: { label: usual === label.trim() ? null : label.trim() || null } })
      }
    >
      <Form.Item
        name="label"
        label="Name"
        required
        extra={usual && `Leave it empty for the usual name, “${usual}”.`}
        rules={usual === undefined ? [{ required: true, whitespace: true, message: 'Enter a name' }] : []}
      >
        <Input maxLength={60} />
      </Form.Item>
    </FormModal>
  )
}
