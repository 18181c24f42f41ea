import { Form, Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { ImageRef } from '#contract/content/image-ref.ts'
import { MOST_FEED, site, SLUG_PLACE, type Site, type SiteFields } from '#contract/content/site.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { optionsOf } from '#web/kit/list/list.ts'
import { ChosenPicture } from './ChosenPicture.tsx'
import { SITE } from './site-reads.ts'

type Values = Omit<SiteFields, 'publisher_logo_id' | 'default_og_image_id'>

const RUNNING = { on: 'On', paused: 'Paused' }

const valuesOf = ({
  name,
  site_url,
  allowed_origins,
  postal_address,
  publisher_name,
  locale,
  feed_size,
  status,
}: Site): Values => ({
  name,
  site_url,
  allowed_origins,
  postal_address,
  publisher_name,
  locale,
  feed_size,
  status,
})

/** All that is said of the web site, in one form. */
export const EditSite = ({ now, onClose }: { now: Site; onClose: () => void }) => {
  const [logo, setLogo] = useState<ImageRef | null>(now.publisher_logo)
  const [share, setShare] = useState<ImageRef | null>(now.default_og_image)
  const change = useAction(site.change, { done: 'Web site saved', refreshes: SITE })
  const save = (values: Values) =>
    change.orThrow({
      body: {
        ...values,
        publisher_logo_id: logo?.id ?? null,
        default_og_image_id: share?.id ?? null,
        version: now.version,
      },
    })
  return (
    <FormModal<Values>
      open
      title="Edit web site"
      button="Save web site"
      draft="web-site"
      width={560}
      onClose={onClose}
      initialValues={valuesOf(now)}
      onSave={save}
    >
      <Form.Item
        name="name"
        label="Name of the blog"
        rules={[{ required: true, whitespace: true, message: 'Enter a name' }]}
      >
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item
        name="site_url"
        label="Address of posts"
        extra={`On your own web site, with ${SLUG_PLACE} for each post: https://www.example.com/blog/${SLUG_PLACE}. Leave empty to use the hosted blog.`}
        rules={[
          {
            validator: (_, text: string = '') =>
              text.trim() === '' || (/^https?:\/\/[^\s"'<>]+$/.test(text.trim()) && text.split(SLUG_PLACE).length === 2)
                ? Promise.resolve()
                : Promise.reject(new Error(`Write it like https://www.example.com/blog/${SLUG_PLACE}`)),
          },
        ]}
      >
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item
        name="allowed_origins"
        label="Allowed websites"
        extra="Like https://www.example.com, without a path. Their pages can read posts in the browser."
        rules={[
          {
            validator: (_, origins: string[] = []) =>
              origins.every((origin) => /^https?:\/\/[^/\s?#@]+$/.test(origin))
                ? Promise.resolve()
                : Promise.reject(new Error('Write each like https://www.example.com')),
          },
        ]}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',']} />
      </Form.Item>
      <Form.Item name="publisher_name" label="Publisher" extra="Leave empty for your company’s name.">
        <Input maxLength={120} />
      </Form.Item>
      <ChosenPicture label="Logo of the publisher" value={logo} onChange={setLogo} />
      <ChosenPicture label="Picture for sharing the blog" value={share} onChange={setShare} />
      <Form.Item name="postal_address" label="Postal address" extra="Update emails must carry it.">
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
      <Form.Item
        name="locale"
        label="Language"
        extra="Like en, en-GB or de."
        rules={[{ pattern: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, message: 'Write it like en, en-GB or de' }]}
      >
        <Input maxLength={35} />
      </Form.Item>
      <Form.Item name="feed_size" label="Posts in feeds">
        <InputNumber min={1} max={MOST_FEED} precision={0} />
      </Form.Item>
      <Form.Item name="status" label="State" extra="While it is paused, readers find nothing.">
        <Segmented options={optionsOf(RUNNING)} />
      </Form.Item>
    </FormModal>
  )
}
