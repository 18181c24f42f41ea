import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import {
  enquiryChecks,
  MOST_PREVIEWED,
  PREVIEW_DAYS,
  SPAM_EFFECTS as EFFECTS,
  TEXT_RULE_LIMITS,
  type EnquiryChecks,
  type SpamEffect,
  type TextRules,
} from '#contract/leads/enquiry-checks.ts'
import type { LeadKind, LeadStatus } from '#contract/leads/lead.ts'
import { leadPath } from '#web/leads/list/lead-path.ts'
import { statusLabel } from '#web/leads/words/lead-words.ts'
import { overLinks, SPAM_EFFECTS } from '#web/leads/words/setting-words.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { RulePreview } from '#web/kit/form/RulePreview.tsx'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { WordsField } from '#web/kit/form/WordsField.tsx'
import { counted } from '#web/kit/look/format.ts'
import { ENQUIRY_CHECKS } from './notification-defaults.ts'

const OFF = -1
const LINKS = [OFF, 0, 1, 2, 3, 5, 10, 20]
const WAIT_MS = 400

/** What in a text makes a submission suspicious, with a dialog that changes it. */
export const TextRulesSetting = () => {
  const [open, setOpen] = useState(false)
  const rules = useOne(enquiryChecks.now, {}).data?.data
  return (
    <li>
      <div>
        <h3>Links and words</h3>
        <p>
          Submissions with too many links, or with words that only spam has, are suspicious.
          {rules && ` ${inShort(rules)}`}
        </p>
      </div>
      <Button
        aria-label="Change links and words"
        disabled={!rules || !can(enquiryChecks.change)}
        onClick={() => setOpen(true)}
      >
        Change
      </Button>
      {open && rules && <EditTextRules rules={rules} onClose={() => setOpen(false)} />}
    </li>
  )
}

const inShort = ({ max_links, words, text_effect }: EnquiryChecks) => {
  const found = [
    ...(max_links === null ? [] : [max_links === 0 ? 'any link' : `more than ${counted(max_links, 'link')}`]),
    ...(words.length > 0 ? [counted(words.length, 'word')] : []),
  ]
  if (found.length === 0) return 'Nothing is checked now.'
  const effect = text_effect === 'to_qa' ? 'sent to QA with a warning' : 'marked invalid at once'
  return `Now: ${found.join(' or ')}, ${effect}.`
}

interface Values {
  links: number
  words: string[]
  text_effect: SpamEffect
}

const EditTextRules = ({ rules, onClose }: { rules: EnquiryChecks; onClose: () => void }) => {
  const [form] = Form.useForm<Values>()
  const change = useAction(enquiryChecks.change, { done: 'Setting saved', refreshes: ENQUIRY_CHECKS })
  const links = rules.max_links ?? OFF
  return (
    <FormModal<Values>
      open
      form={form}
      width={560}
      title="Links and words"
      button="Save rules"
      initialValues={{ links, words: rules.words, text_effect: rules.text_effect }}
      onClose={onClose}
      onSave={({ text_effect, ...changed }) => change.orThrow({ body: { ...rulesOf(changed), text_effect } })}
    >
      <Form.Item name="links" label="Links" required extra="In the name and the message. Email addresses are no links.">
        <Select
          autoFocus
          options={[...new Set([...LINKS, links])].map((value) => ({
            value,
            label: overLinks(value === OFF ? null : value),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="words"
        label="Words and phrases"
        extra="In the name, company, message or products. Capitals and accents don’t matter. Enter or a comma ends one."
        rules={[
          { type: 'array', max: TEXT_RULE_LIMITS.words, message: `Enter at most ${TEXT_RULE_LIMITS.words} words` },
          {
            type: 'array',
            defaultField: {
              type: 'string',
              max: TEXT_RULE_LIMITS.word,
              message: `A word has at most ${TEXT_RULE_LIMITS.word} letters`,
            },
          },
        ]}
      >
        <WordsField />
      </Form.Item>
      <Form.Item name="text_effect" label="Suspicious submissions" required>
        <Select options={EFFECTS.map((value) => ({ value, label: SPAM_EFFECTS[value] }))} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => <Preview rules={rulesOf(getFieldsValue(true))} />}
      </Form.Item>
    </FormModal>
  )
}

const rulesOf = ({ links = OFF, words = [] }: Partial<Pick<Values, 'links' | 'words'>>): TextRules => ({
  max_links: links === OFF ? null : links,
  words,
})

const Preview = ({ rules }: { rules: TextRules }) => {
  const text = JSON.stringify(rules)
  const isSettled = useDebounced(text, WAIT_MS) === text
  const checks = rules.max_links !== null || rules.words.length > 0
  const answer = useOne(enquiryChecks.preview, { body: rules }, { enabled: checks && isSettled, keepPrevious: true })
  if (!checks) return <p className="dialog-note">Submissions that these rules would have found appear here.</p>
  if (answer.isError) return <p className="dialog-note">{sentenceOf(answer.error, enquiryChecks.preview.failure)}</p>
  const seen = answer.data?.data
  if (!seen) return <p className="dialog-note">Looking at the last {PREVIEW_DAYS} days…</p>
  const { checked, found, valid, examples } = seen
  const which =
    checked < MOST_PREVIEWED ? `the ${counted(checked, 'submission')}` : `the newest ${counted(checked, 'submission')}`
  return (
    <RulePreview
      sum={
        <>
          {found} of {which} of the last {PREVIEW_DAYS} days
          {valid > 0 && <strong>, of them {valid} that QA found valid</strong>}
        </>
      }
    >
      {examples.map((lead) => (
        <li key={lead.id}>
          <LeadLink {...lead} />
          <span className="second">
            {statusLabel(lead)}: {lead.signals.join(', ')}
          </span>
        </li>
      ))}
    </RulePreview>
  )
}

/** In another tab: what is half set here stays. */
const LeadLink = (lead: { id: number; lead_no: number; name: string; kind: LeadKind; status: LeadStatus }) => {
  const path = leadPath(lead)
  const words = `No. ${lead.lead_no} ${lead.name}`
  return path ? (
    <a className="cut" href={path} target="_blank" rel="noreferrer">
      {words}
    </a>
  ) : (
    <span className="cut">{words}</span>
  )
}
