import { Form, Input, Switch } from 'antd'
import { TOPIC_LIMITS, competitorTopics } from '#contract/insight/competitor-topics.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { RulePreview } from '#web/kit/form/RulePreview.tsx'
import { counted } from '#web/kit/look/format.ts'
import { TOPIC_READS } from '#web/insight/frame/insight-reads.ts'
import { WordsField } from '#web/kit/form/WordsField.tsx'
import type { EditedTopic } from './edited-topic.ts'

interface Values {
  name: string
  phrases: string[]
  watch: boolean
}

const WAIT_MS = 400
const SHOWN = 5

/** A name and its phrases; below, the posts that they match. */
export const EditTopic = ({ edited, onClose }: { edited: EditedTopic; onClose: () => void }) => {
  const { topic } = edited
  const phrase = topic === undefined ? edited.phrase : undefined
  const [form] = Form.useForm<Values>()
  const add = useAction(competitorTopics.add, { done: ({ data }) => `Added ${data.name}`, refreshes: TOPIC_READS })
  const update = useAction(competitorTopics.update, {
    done: ({ data }) => `Saved ${data.name}`,
    refreshes: TOPIC_READS,
  })
  const save = (values: Values) =>
    topic
      ? update.orThrow({ params: { id: topic.id }, body: { ...values, version: topic.version } })
      : add.orThrow({ body: { ...values, ...(phrase !== undefined && { suggested: true }) } })
  return (
    <FormModal<Values>
      open
      form={form}
      width={560}
      title={topic ? `Edit ${topic.name}` : 'Add topic'}
      button={topic ? 'Save topic' : 'Add topic'}
      initialValues={
        topic
          ? { name: topic.name, phrases: topic.phrases, watch: topic.watch }
          : { name: phrase ? capital(phrase) : '', phrases: phrase ? [phrase] : [], watch: false }
      }
      onClose={onClose}
      onSave={save}
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
        <Input autoFocus autoComplete="off" maxLength={TOPIC_LIMITS.name} />
      </Form.Item>
      <Form.Item
        name="phrases"
        label="Phrases"
        extra="Any of them counts. One that begins with - excludes a post. Enter or a comma ends a phrase."
        rules={[{ required: true, type: 'array', min: 1, message: 'Enter a phrase' }]}
      >
        <WordsField />
      </Form.Item>
      <Form.Item name="watch" label="Watch" required valuePropName="checked" extra="Marks it on the list of topics.">
        <Switch />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => <Preview phrases={phrasesIn(getFieldValue('phrases'))} />}
      </Form.Item>
    </FormModal>
  )
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const phrasesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String).filter((phrase) => phrase.trim() !== '') : []

const Preview = ({ phrases }: { phrases: readonly string[] }) => {
  const asked = useDebounced(phrases.join('\n'), WAIT_MS)
  const answer = useOne(
    competitorTopics.preview,
    { body: { phrases: asked.split('\n') } },
    { enabled: asked !== '', keepPrevious: true },
  )
  if (asked === '') return <p className="dialog-note">Matching posts appear here.</p>
  if (answer.isError) return <p className="dialog-note">{sentenceOf(answer.error, competitorTopics.preview.failure)}</p>
  const found = answer.data?.data
  if (!found) return <p className="dialog-note">Looking for posts…</p>
  return (
    <RulePreview sum={<>{counted(found.total, 'post')} of the last 90 days would have it</>}>
      {found.posts.slice(0, SHOWN).map(({ id, title, competitor, phrase }) => (
        <li key={id}>
          <span className="cut">{title}</span>
          <span className="second">
            {competitor}, “{phrase}”
          </span>
        </li>
      ))}
    </RulePreview>
  )
}
