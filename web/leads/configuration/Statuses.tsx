import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { companyWords, LABEL_COLOURS, type LabelColour, type StatusWords } from '#contract/leads/company-words.ts'
import { ENQUIRY_STATUS_LABELS, STATUS_LABELS } from '#contract/leads/lead-labels.ts'
import { ENQUIRY_STATUSES, LEAD_STATUSES } from '#contract/leads/lead.ts'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { usualTone } from '#web/leads/words/lead-words.ts'
import { AS_USUAL, COLOURS } from '#web/leads/words/setting-words.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { can } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { WORDS } from './notification-defaults.ts'

const { setStatus } = companyWords
type Code = StatusWords['code']

const USUAL: Readonly<Record<Code, string>> = { ...STATUS_LABELS, ...ENQUIRY_STATUS_LABELS }
const GROUPS: readonly (readonly [id: string, title: string, codes: readonly Code[]])[] = [
  ['lead-statuses', 'Statuses of leads', LEAD_STATUSES],
  ['enquiry-statuses', 'Statuses of enquiries', ENQUIRY_STATUSES],
]

/** What statuses are called and how they look; what they mean stays. */
export const Statuses = () => {
  const { statuses } = useCompanyWords()
  const [editing, setEditing] = useState<Code>()
  const saidOf = (code: Code): StatusWords =>
    statuses.find((each) => each.code === code) ?? { code, label: null, colour: null }
  return (
    <>
      {GROUPS.map(([id, title, codes]) => (
        <section key={id} className="section" aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <p className="page-subtitle">
            Everyone in the company sees these words and colours. Their meaning stays the same.
          </p>
          <ul className="settings">
            {codes.map((code) => (
              <StatusRow key={code} said={saidOf(code)} onEdit={() => setEditing(code)} />
            ))}
          </ul>
        </section>
      ))}
      <SectionHistory section="statuses" />
      {editing && <StatusForm said={saidOf(editing)} onClose={() => setEditing(undefined)} />}
    </>
  )
}

const StatusRow = ({ said: { code, label, colour }, onEdit }: { said: StatusWords; onEdit: () => void }) => {
  const reset = useAction(setStatus, { done: `Reset ${USUAL[code]} to default`, refreshes: WORDS })
  const name = label ?? USUAL[code]
  const differs = label !== null || colour !== null
  return (
    <li>
      <div>
        <h3>
          <StatusTag tone={colour ?? usualTone(code)}>{name}</StatusTag>
        </h3>
        <p>{differs ? `Default: “${USUAL[code]}”` : 'Default'}</p>
      </div>
      {can(setStatus) && (
        <div className="settings-acts">
          {differs && (
            <Button
              aria-label={`Reset to default: ${name}`}
              loading={reset.running}
              onClick={() => void reset({ body: { code, label: null, colour: null } })}
            >
              Reset to default
            </Button>
          )}
          <Button aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        </div>
      )}
    </li>
  )
}

/** Stands for none in a select, which cannot hold null. */
const USUALLY = 'usual'
interface Values {
  label: string
  colour: LabelColour | typeof USUALLY
}

const StatusForm = ({ said: { code, label, colour }, onClose }: { said: StatusWords; onClose: () => void }) => {
  const set = useAction(setStatus, { done: 'Status saved', refreshes: WORDS })
  const name = label ?? USUAL[code]
  return (
    <FormModal<Values>
      open
      title={`Edit ${name}`}
      button="Save status"
      draft={`status-${code}`}
      onClose={onClose}
      initialValues={{ label: name, colour: colour ?? USUALLY }}
      onSave={(values) => {
        const text = values.label.trim()
        return set.orThrow({
          body: {
            code,
            label: text === '' || text === USUAL[code] ? null : text,
            colour: values.colour === USUALLY ? null : values.colour,
          },
        })
      }}
    >
      <Form.Item name="label" label="Label" required extra={`Leave empty for the default, “${USUAL[code]}”.`}>
        <Input maxLength={24} />
      </Form.Item>
      <Form.Item name="colour" label="Colour" required>
        <Select
          listHeight={440}
          options={[
            { value: USUALLY, label: <StatusTag tone={usualTone(code)}>{AS_USUAL}</StatusTag> },
            ...LABEL_COLOURS.map((value) => ({
              value,
              label: <StatusTag tone={value}>{COLOURS[value]}</StatusTag>,
            })),
          ]}
        />
      </Form.Item>
    </FormModal>
  )
}
