import { Form, Input, InputNumber, Select } from 'antd'
import {
  ALERT_KINDS,
  ALERT_LIMITS,
  competitorAlerts,
  type Alert,
  type AlertKind,
} from '#contract/insight/competitor-alerts.ts'
import { competitorTopics } from '#contract/insight/competitor-topics.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { RulePreview } from '#web/kit/form/RulePreview.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { ALERT_READS } from '#web/insight/frame/insight-reads.ts'
import { ALERT_WORDS } from '#web/insight/frame/insight-words.tsx'
import { WordsField } from '#web/kit/form/WordsField.tsx'

interface Values {
  name: string
  kind: AlertKind
  topic_ids?: number[]
  words?: string[]
  days?: number | null
  people?: number[]
}

const WAIT_MS = 400
const SHOWN = 5
const USUAL_DAYS = 14

/** Of what to notify, and whom; below, how often it would have been so in 90 days. */
export const EditAlert = ({ alert, onClose }: { alert: Alert | undefined; onClose: () => void }) => {
  const [form] = Form.useForm<Values>()
  const add = useAction(competitorAlerts.add, { done: ({ data }) => `Added ${data.name}`, refreshes: ALERT_READS })
  const update = useAction(competitorAlerts.update, {
    done: ({ data }) => `Saved ${data.name}`,
    refreshes: ALERT_READS,
  })
  const save = ({ name, people = [], ...rest }: Values) => {
    const body = { name, people, ...ruleOf(rest) }
    return alert
      ? update.orThrow({ params: { id: alert.id }, body: { ...body, version: alert.version } })
      : add.orThrow({ body })
  }
  return (
    <FormModal<Values>
      open
      form={form}
      width={560}
      title={alert ? `Edit ${alert.name}` : 'Add alert'}
      button={alert ? 'Save alert' : 'Add alert'}
      initialValues={
        alert
          ? {
              name: alert.name,
              kind: alert.kind,
              topic_ids: alert.topics.map(({ id }) => id),
              words: alert.words,
              days: alert.days ?? USUAL_DAYS,
              people: alert.people.map(({ id }) => id),
            }
          : { kind: 'new_post_in_topic', days: USUAL_DAYS }
      }
      onClose={onClose}
      onSave={save}
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
        <Input autoFocus autoComplete="off" maxLength={ALERT_LIMITS.name} />
      </Form.Item>
      <Form.Item name="kind" label="Notify of" required>
        <Select options={ALERT_KINDS.map((value) => ({ value, label: ALERT_WORDS[value] }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) => <RuleFields kind={getFieldValue('kind')} />}
      </Form.Item>
      <People alert={alert} />
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => <Preview rule={ruleOf(getFieldsValue(true))} />}
      </Form.Item>
    </FormModal>
  )
}

/** What the kind takes, and nothing else. */
const ruleOf = ({ kind, topic_ids = [], words = [], days }: Omit<Values, 'name' | 'people'>) => ({
  kind,
  ...(kind === 'new_post_in_topic' && { topic_ids }),
  ...(kind === 'mentions' && { words }),
  ...(kind === 'silence' && { days: days ?? USUAL_DAYS }),
})
type Rule = ReturnType<typeof ruleOf>

const RuleFields = ({ kind }: { kind: AlertKind }) => {
  const topics = useOne(competitorTopics.list, { body: {} }).data?.data ?? []
  switch (kind) {
    case 'new_post_in_topic':
      return (
        <Form.Item
          name="topic_ids"
          label="Topics"
          rules={[{ required: true, type: 'array', min: 1, message: 'Choose a topic' }]}
        >
          <Select
            mode="multiple"
            optionFilterProp="label"
            options={topics.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )
    case 'mentions':
      return (
        <Form.Item
          name="words"
          label="Words"
          extra="Such as our name or our products. Enter or a comma ends one."
          rules={[{ required: true, type: 'array', min: 1, message: 'Enter a word' }]}
        >
          <WordsField />
        </Form.Item>
      )
    case 'silence':
      return (
        <Form.Item
          name="days"
          label="After so many days without a post"
          rules={[{ required: true, message: 'Enter the days' }]}
        >
          <InputNumber min={1} max={365} precision={0} />
        </Form.Item>
      )
    case 'new_topic':
    case 'cadence_up':
    case 'gap_opened':
    case 'feed_broken':
      return null
  }
}

/** Nobody chosen is everybody who may see posts. */
const People = ({ alert }: { alert: Alert | undefined }) => {
  const allowed = can(lookups.marketingStaff)
  const staff = useOne(lookups.marketingStaff, { query: {} }, { enabled: allowed }).data?.data ?? []
  if (!allowed && !alert?.people.length) return null
  const known = new Map([...(alert?.people ?? []), ...staff].map(({ id, name }) => [id, name]))
  return (
    <Form.Item name="people" label="People" extra="Without a choice: everybody who sees posts.">
      <Select
        mode="multiple"
        optionFilterProp="label"
        options={[...known].map(([value, label]) => ({ value, label }))}
      />
    </Form.Item>
  )
}

const isWhole = ({ kind, topic_ids, words }: Rule) =>
  !(kind === 'new_post_in_topic' && !topic_ids?.length) && !(kind === 'mentions' && !words?.length)

const Preview = ({ rule }: { rule: Rule }) => {
  const asked = useDebounced(JSON.stringify(rule), WAIT_MS)
  const isSettled = asked === JSON.stringify(rule)
  const whole = isWhole(rule)
  const answer = useOne(competitorAlerts.preview, { body: rule }, { enabled: whole && isSettled, keepPrevious: true })
  if (!whole) return <p className="dialog-note">How often it would have notified appears here.</p>
  if (answer.isError) return <p className="dialog-note">{sentenceOf(answer.error, competitorAlerts.preview.failure)}</p>
  const found = answer.data?.data
  if (!found) return <p className="dialog-note">Looking at the last 90 days…</p>
  return (
    <RulePreview sum={<>It would have notified {counted(found.total, 'time')} in the last 90 days</>}>
      {found.hits.slice(0, SHOWN).map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <span className="cut">{text}</span>
          <span className="second">{formats().dateTime(at)}</span>
        </li>
      ))}
    </RulePreview>
  )
}
