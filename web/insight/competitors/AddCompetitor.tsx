import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { COMPETITOR_LIMITS, competitors, type FeedCandidate } from '#contract/insight/competitors.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { call, useAction } from '#web/kit/data/api.ts'
import { FormModal, STAY } from '#web/kit/form/FormModal.tsx'
import { formats } from '#web/kit/look/format.ts'
import { COMPETITOR_READS } from '#web/insight/frame/insight-reads.ts'
import { COLOURS } from './colours.ts'

interface Values {
  url: string
  name?: string
  feeds?: string[]
}
type Found = Reply<typeof competitors.discover>['data']

interface AddCompetitorProps {
  /** How many there are: each gets another colour. */
  known: number
  onClose: () => void
}

/** A site by its address: its feeds are looked for, then those that were chosen are followed. */
export const AddCompetitor = ({ known, onClose }: AddCompetitorProps) => {
  const [form] = Form.useForm<Values>()
  const [found, setFound] = useState<Found>()
  const add = useAction(competitors.add, { done: ({ data }) => `Added ${data.name}`, refreshes: COMPETITOR_READS })

  const look = async ({ url }: Values) => {
    const { data } = await call(competitors.discover, { body: { url } })
    setFound(data)
    form.setFieldsValue({ name: data.name, feeds: data.feeds.slice(0, 1).map((feed) => feed.url) })
    return STAY
  }
  const save = ({ url, name = '', feeds = [] }: Values, { site, feeds: candidates }: Found) =>
    add.orThrow({
      body: {
        name,
        site: site || url,
        colour: COLOURS[known % COLOURS.length] ?? COLOURS[0],
        feeds: candidates
          .filter((feed) => feeds.includes(feed.url))
          .map(({ url: address, kind, found_by }) => ({ url: address, kind, found_by })),
      },
    })

  return (
    <FormModal<Values>
      open
      form={form}
      width={560}
      title="Add competitor"
      button={found ? 'Add competitor' : 'Find feeds'}
      onClose={onClose}
      onSave={(values) => (found ? save(values, found) : look(values))}
    >
      <Form.Item
        name="url"
        label="Site"
        extra={found ? undefined : 'The address of their site or blog; its feeds are found for you.'}
        rules={[{ required: true, whitespace: true, message: 'Enter the address of the site' }]}
      >
        <Input
          autoFocus
          inputMode="url"
          autoComplete="off"
          placeholder="rival.example"
          maxLength={COMPETITOR_LIMITS.address}
          onChange={() => found && setFound(undefined)}
        />
      </Form.Item>
      {found && (
        <>
          <p className="dialog-note" role="status">
            {found.sentence}
          </p>
          {found.feeds.length > 0 && (
            <Form.Item name="feeds" label="Feeds">
              <Checkbox.Group className="feed-candidates">
                {found.feeds.map((feed) => (
                  <Checkbox key={feed.url} value={feed.url}>
                    <Candidate feed={feed} />
                  </Checkbox>
                ))}
              </Checkbox.Group>
            </Form.Item>
          )}
          <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
            <Input autoComplete="off" maxLength={COMPETITOR_LIMITS.name} />
          </Form.Item>
        </>
      )}
    </FormModal>
  )
}

const Candidate = ({ feed: { url, title, kind, why, last_post_at, posts_a_month } }: { feed: FeedCandidate }) => {
  const { relative, decimal } = formats()
  const facts = [
    KINDS[kind],
    why,
    ...(last_post_at === null ? [] : [`last post ${relative(last_post_at)}`]),
    ...(posts_a_month === null ? [] : [`${decimal(posts_a_month)} posts a month`]),
  ]
  return (
    <span className="feed-candidate">
      <strong>{title || url.replace(/^https?:\/\//, '')}</strong>
      <span className="second">{url}</span>
      <span className="second">{facts.join(' · ')}</span>
    </span>
  )
}

const KINDS: Readonly<Record<FeedCandidate['kind'], string>> = {
  rss: 'RSS',
  atom: 'Atom',
  rdf: 'RDF',
  json: 'JSON feed',
  sitemap: 'Sitemap',
}
