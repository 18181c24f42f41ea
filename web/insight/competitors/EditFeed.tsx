import { Form, Input, Select } from 'antd'
import { COMPETITOR_LIMITS, competitors, type CompetitorRow, type Feed } from '#contract/insight/competitors.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { COMPETITOR_READS } from '#web/insight/frame/insight-reads.ts'
import { WordsField } from '#web/kit/form/WordsField.tsx'

interface Values {
  url: string
  path_prefix?: string
  full_text: Feed['full_text']
  keep_words?: string[]
  mute_words?: string[]
  interval_min: number
}

interface EditFeedProps {
  competitor: CompetitorRow
  /** Undefined: a new one. */
  feed: Feed | undefined
  onClose: () => void
}

const FULL_TEXT = [
  { value: 'auto', label: 'When the feed gives little text' },
  { value: 'on', label: 'Always' },
  { value: 'off', label: 'Never' },
]
const INTERVALS = [
  { value: 60, label: 'Hour' },
  { value: 180, label: '3 hours' },
  { value: 360, label: '6 hours' },
  { value: 720, label: '12 hours' },
  { value: 1_440, label: 'Day' },
]

/** How a feed is read. */
export const EditFeed = ({ competitor, feed, onClose }: EditFeedProps) => {
  const add = useAction(competitors.addFeed, { done: 'Added the feed', refreshes: COMPETITOR_READS })
  const update = useAction(competitors.updateFeed, { done: 'Saved the feed', refreshes: COMPETITOR_READS })
  const save = (values: Values) =>
    feed
      ? update.orThrow({ params: { id: feed.id }, body: { ...values, version: feed.version } })
      : add.orThrow({ body: { competitor_id: competitor.id, ...values } })
  return (
    <FormModal<Values>
      open
      title={feed ? 'Edit feed' : `Add a feed of ${competitor.name}`}
      button={feed ? 'Save feed' : 'Add feed'}
      width={520}
      initialValues={
        feed
          ? {
              url: feed.url,
              path_prefix: feed.path_prefix,
              full_text: feed.full_text,
              keep_words: feed.keep_words,
              mute_words: feed.mute_words,
              interval_min: feed.interval_min,
            }
          : { full_text: 'auto', interval_min: 60 }
      }
      onClose={onClose}
      onSave={save}
    >
      <Form.Item
        name="url"
        label="Address"
        rules={[{ required: true, whitespace: true, message: 'Enter the address of the feed' }]}
      >
        <Input autoFocus inputMode="url" autoComplete="off" maxLength={COMPETITOR_LIMITS.address} />
      </Form.Item>
      <Form.Item name="path_prefix" label="Path of the posts" extra="Of a sitemap: pages below this path are posts.">
        <Input autoComplete="off" placeholder="/blog/" maxLength={500} />
      </Form.Item>
      <Form.Item name="keep_words" label="Only posts with one of these words">
        <WordsField />
      </Form.Item>
      <Form.Item name="mute_words" label="No posts with one of these words">
        <WordsField />
      </Form.Item>
      <Form.Item name="full_text" label="Read the whole text from the page" required>
        <Select options={FULL_TEXT} />
      </Form.Item>
      <Form.Item name="interval_min" label="Check at most every" required>
        <Select options={INTERVALS} />
      </Form.Item>
    </FormModal>
  )
}
